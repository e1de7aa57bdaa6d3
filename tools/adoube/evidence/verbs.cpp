#include "tools/adoube/evidence/verbs.hpp"

#include "tools/adoube/common/verb.hpp"
#include "tools/adoube/evidence/cosign.hpp"
#include "tools/adoube/evidence/export.hpp"
#include "tools/adoube/evidence/keeping.hpp"
#include "tools/adoube/evidence/key.hpp"
#include "tools/adoube/evidence/key_copy.hpp"
#include "tools/adoube/evidence/key_statement.hpp"
#include "tools/adoube/evidence/note.hpp"
#include "tools/adoube/evidence/pgn.hpp"
#include "tools/adoube/evidence/report.hpp"

namespace adoube::tools {
namespace {

void add_examined(CLI::App& verb, VerifyOptions& options) {
    verb.add_option("FILE", options.file, "The evidence; - is standard input")->required();
    auto* key = verb.add_option(
        "--key", options.keys,
        "A verifier key that must have signed the file: the hall's, and of others who co-signed it");
    verb.add_option("--witness", options.witnesses,
                    "A verifier key that must have co-signed a part of it at least");
    verb.add_option("--keys", options.statements,
                    "A file of what was said about keys: which follow others, which were revoked");
    verb.add_option("--voucher", options.vouchers,
                    "The verifier key of a co-signer whose word on keys counts, as that of every --witness");
    auto* published =
        verb.add_option("--published", options.published,
                        "A checkpoint of the game that came another way, or what the QR code of its "
                        "scoresheet says: it must be of the same record");
    verb.add_flag("--self-consistent", options.self_consistent,
                  "Only whether it fits together, whoever made it and signed it with another key")
        ->excludes(key)
        ->excludes(published);
}

void add_time_zone(CLI::App& verb, VerifyOptions& options) {
    verb.add_option("--time-zone", options.time_zone,
                    "The hall's, as in Europe/Lisbon or +01:00; absent: that of this computer");
}

void add_copies(CLI::App& key, std::function<int()>& chosen) {
    constexpr auto where = "A file whose first line is the passphrase, - is standard input; absent: it is "
                           "asked for on the terminal";
    auto& backup =
        *key.add_subcommand("backup", "Make a copy of a key under a passphrase, to be kept elsewhere");
    auto& kept = runs(backup, chosen, run_evidence_key_backup);
    backup.add_option("FILE", kept.file, "The file of the key")->required();
    backup.add_option("-o,--output", kept.output, "The copy to write")->required();
    backup.add_option("--passphrase", kept.passphrase, where);
    add_json(backup, kept.json);
    auto& restore = *key.add_subcommand("restore", "Make the file of a key again from its copy");
    auto& restored = runs(restore, chosen, run_evidence_key_restore);
    restore.add_option("COPY", restored.file, "The copy, also typed in from paper")->required();
    restore.add_option("-o,--output", restored.output, "The file of the key to write")->required();
    restore.add_option("--passphrase", restored.passphrase, where);
    add_json(restore, restored.json);
}

void add_statements(CLI::App& key, std::function<int()>& chosen) {
    constexpr auto where = "The file that this is added to, which is for everybody; absent: FILE.statements";
    constexpr auto when = "Since when, in UTC: 2026-11-22T19:00Z";
    auto& rotate = *key.add_subcommand("rotate", "Go on with a new key, and say which it follows");
    auto& rotated = runs(rotate, chosen, run_evidence_key_rotate);
    rotate.add_option("FILE", rotated.file, "The file of the key: it will hold the next one")->required();
    rotate.add_option("--lost", rotated.lost,
                      "The verifier key of the one before, where nobody has it any more");
    rotate.add_option("--why", rotated.why, "Revoke the one before, too: what happened to it");
    rotate.add_option("--from", rotated.from, when);
    rotate.add_option("--keys", rotated.statements, where);
    add_json(rotate, rotated.json);
    auto& revoke = *key.add_subcommand("revoke", "Say that somebody else may hold a key");
    auto& revoked = runs(revoke, chosen, run_evidence_key_revoke);
    revoke.add_option("FILE", revoked.file, "The file of the key")->required();
    revoke.add_option("--from", revoked.from, when)->required();
    revoke.add_option("--why", revoked.why, "What happened to it")->required();
    revoke.add_option("--keys", revoked.statements, where);
    add_json(revoke, revoked.json);
    auto& vouch = *key.add_subcommand("vouch", "Say as a co-signer that what was said of a key is so");
    auto& vouched = runs(vouch, chosen, run_evidence_key_vouch);
    vouch.add_option("STATEMENTS", vouched.statements, "The file of what was said about keys")->required();
    vouch
        .add_option("VKEY", vouched.vkey,
                    "The next key, as you were given it by those whose it is; or one "
                    "that was revoked")
        ->required();
    vouch.add_option("--key", vouched.key, "The file of the co-signer's key")->required();
    add_json(vouch, vouched.json);
}

void add_key(CLI::App& evidence, std::function<int()>& chosen) {
    auto& key = *evidence.add_subcommand("key", "The keys of a hall or of a co-signer");
    key.require_subcommand(1);
    auto& made = *key.add_subcommand("new", "Make a key; prints its other half, to be published");
    auto& options = runs(made, chosen, run_evidence_key_new);
    made.add_option("FILE", options.file, "Where to keep it: nobody else may read it")->required();
    made.add_option("--name", options.name,
                    "Whose it is, as in club.example/anna; absent: made from the key");
    made.add_flag("--cosigner", options.cosigner,
                  "To co-sign what others have signed, such as an arbiter's laptop");
    add_json(made, options.json);
    auto& shown = *key.add_subcommand("show", "Print the other half of a key");
    auto& which = runs(shown, chosen, run_evidence_key_show);
    shown.add_option("FILE", which.file, "Its file")->required();
    add_json(shown, which.json);
    add_copies(key, chosen);
    add_statements(key, chosen);
}

template<class Games>
void add_game(CLI::App& verb, Games& games, LastGame& last) {
    auto* const id = verb.add_option("GAME", games, "The game's id");
    auto* const board =
        verb.add_option("--board", last.board, "Instead of it the number of a board: the last game there")
            ->check(CLI::Range(1, 100'000))
            ->excludes(id);
    verb.add_option("--round", last.round, "The last game of that board in this round")
        ->check(CLI::Range(1, 99))
        ->needs(board);
}

void add_export(CLI::App& evidence, std::function<int()>& chosen) {
    auto& verb =
        *evidence.add_subcommand("export", "One file that shows a game, or some moves of it, to anyone");
    auto& options = runs(verb, chosen, run_evidence_export);
    add_game(verb, options.game, options.last);
    verb.add_option("--journal", options.journal, "Where the record is")->capture_default_str();
    verb.add_option("--key", options.key, "The file of the key that signs it")->capture_default_str();
    auto* from = verb.add_option("--from", options.from,
                                 "The first move to show, counted in plies: 1 is White's first");
    verb.add_option("--to", options.to, "The last one; absent: the first alone")->needs(from);
    verb.add_option("--cosigned", options.cosigned,
                    "A file with a checkpoint of this game that somebody has co-signed");
    verb.add_option("--witness", options.witnesses,
                    "The verifier key of who co-signed, to be named in the file");
    verb.add_option("-o,--output", options.output, "The file to write; standard output if absent");
}

void add_checkpoint(CLI::App& evidence, std::function<int()>& chosen) {
    auto& verb = *evidence.add_subcommand("checkpoint",
                                          "What was signed last of a game, to be published or co-signed");
    auto& options = runs(verb, chosen, run_evidence_checkpoint);
    add_game(verb, options.game, options.last);
    verb.add_option("--journal", options.journal, "Where the record is")->capture_default_str();
    verb.add_option("--old", options.old_size, "Show that it goes on from the checkpoint of this size");
    verb.add_option("-o,--output", options.output, "The file to write; standard output if absent");
}

void add_cosign(CLI::App& evidence, std::function<int()>& chosen) {
    auto& verb = *evidence.add_subcommand(
        "cosign", "Say that one saw this record, now: a second history cannot follow");
    auto& options = runs(verb, chosen, run_evidence_cosign);
    auto* file =
        verb.add_option("FILE", options.file, "Evidence, or what `checkpoint` gave; - is standard input");
    verb.add_option("--key", options.key, "The file of the co-signer's key")->required();
    verb.add_option("--log", options.log, "The hall's verifier key: who must have signed FILE");
    verb.add_option("--memory", options.memory,
                    "What was co-signed before; absent: beside the key, as KEY.seen");
    verb.add_option("-o,--output", options.output, "The file to write; standard output if absent");
    auto* hall = add_hall(verb, options.hall,
                          "Instead of FILE: a daemon's address, as in https://hall.example; what it signs is "
                          "co-signed there as it comes");
    hall->excludes(file);
    verb.add_flag("--once", options.once, "Only what the hall has signed by now")->needs(hall);
}

void add_report(CLI::App& evidence, std::function<int()>& chosen) {
    auto& verb = *evidence.add_subcommand(
        "report", "A page for whoever decides: what happened, with diagrams, times and articles");
    auto& options = runs(verb, chosen, run_evidence_report);
    add_examined(verb, options.evidence);
    add_time_zone(verb, options.evidence);
    verb.add_option("-o,--output", options.output, "The page to write; standard output if absent");
}

void add_pgn(CLI::App& evidence, std::function<int()>& chosen) {
    auto& verb = *evidence.add_subcommand("pgn", "The moves of verified evidence as PGN, with the clocks");
    auto& options = runs(verb, chosen, run_evidence_pgn);
    add_examined(verb, options.evidence);
    verb.add_option("-o,--output", options.output, "The PGN to write; standard output if absent");
}

void add_note(CLI::App& evidence, std::function<int()>& chosen) {
    auto& verb = *evidence.add_subcommand(
        "note", "Is this the PGN of a game that the hall signed, as its page had both? Exit status 0: yes, "
                "1: no, 2: it is no such note");
    auto& options = runs(verb, chosen, run_evidence_note);
    verb.add_option("NOTE", options.note, "The signed note, saved from /games/ID.note")->required();
    verb.add_option("PGN", options.pgn, "The game, saved from /games/ID.pgn")->required();
    verb.add_option("--key", options.key, "The hall's verifier key, as it published it")->required();
    add_json(verb, options.json);
}

KeepingOptions& add_keeping(CLI::App& verb, std::function<int()>& chosen,
                            int (*run)(const KeepingOptions&, Streams)) {
    auto& options = runs(verb, chosen, run);
    add_game(verb, options.games, options.last);
    verb.add_option("--journal", options.journal, "Where the record is")->capture_default_str();
    verb.add_option("--control", options.control,
                    "The control socket of the daemon that has it; absent: beside the journal");
    add_json(verb, options.json);
    return options;
}

void add_list(CLI::App& evidence, std::function<int()>& chosen) {
    auto& verb = *evidence.add_subcommand("list", "The games of a journal, and what was deleted from it");
    auto& options = runs(verb, chosen, run_evidence_list);
    verb.add_option("--journal", options.journal, "Where the record is")->capture_default_str();
    verb.add_option("--days", options.days,
                    "How long games are kept, as evidence_days in the daemon's configuration: "
                    "shows when each is due")
        ->check(CLI::Range(1, 36'500));
    add_json(verb, options.json);
}

void add_deletion(CLI::App& evidence, std::function<int()>& chosen) {
    add_list(evidence, chosen);
    auto& hold = *evidence.add_subcommand("hold", "Keep games from being deleted, while an appeal runs");
    auto& held = add_keeping(hold, chosen, run_evidence_hold);
    hold.add_option("--why", held.why, "What for")->required();
    add_keeping(*evidence.add_subcommand("release", "Let games be deleted that were held"), chosen,
                run_evidence_release);
    auto& erase = *evidence.add_subcommand(
        "delete", "Delete the record of games: names, touches and times; a tombstone stays");
    auto& deleted = add_keeping(erase, chosen, run_evidence_delete);
    erase.add_option("--before", deleted.before,
                     "All that ended before this day (2026-11-20, UTC) and are not held");
    erase.add_flag("--yes", deleted.yes, "Do not ask");
}

} // namespace

void add_verify(CLI::App& app, std::function<int()>& chosen) {
    auto& verb = *app.add_subcommand(
        "verify",
        "Is this evidence what it says it is? Exit status 0: yes, 1: no, 2: it is no evidence, 3: it fits "
        "together, but neither --key nor --published says whose it is");
    auto& options = runs(verb, chosen, run_verify);
    add_examined(verb, options);
    add_time_zone(verb, options);
    add_json(verb, options.json);
    verb.add_flag("--brief", options.brief, "Only the verdict, without the game");
}

void add_evidence(CLI::App& app, std::function<int()>& chosen) {
    auto& evidence = *app.add_subcommand("evidence", "Show a record to others, so that they can check it");
    evidence.require_subcommand(1);
    add_export(evidence, chosen);
    add_report(evidence, chosen);
    add_pgn(evidence, chosen);
    add_note(evidence, chosen);
    add_checkpoint(evidence, chosen);
    add_cosign(evidence, chosen);
    add_key(evidence, chosen);
    add_deletion(evidence, chosen);
}

} // namespace adoube::tools
