// Files between the organiser's disk and the daemon, byte for byte.

export const most_bytes = 190_000; // of all files in one request, which the daemon takes up to 256 KiB of

const chunk = 0x8000; // of arguments that a call takes

/// `{ name, base64 }`, as daemon/adoubed/round_files.hpp takes it.
export async function read_file(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += chunk) text += String.fromCharCode(...bytes.subarray(at, at + chunk));
  return { name: file.name, base64: btoa(text) };
}

export const bytes_of = base64 => Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));

/// `content`: text or bytes.
export function save_file(name, content) {
  const address = URL.createObjectURL(new Blob([content], { type: 'application/octet-stream' }));
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
