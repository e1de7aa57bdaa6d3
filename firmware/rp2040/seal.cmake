# Makes of ELF what goes into the flash: TO.bin, the image with its SHA-256 behind it, and TO.uf2, the same for the drive as
# which the chip's loader appears. CC and OBJCOPY are the tools.

# Writes as `file` the bytes that these lines of assembly make.
function(assemble file lines)
  file(WRITE ${TO}.part.s "${lines}")
  execute_process(COMMAND ${CC} -c ${TO}.part.s -o ${TO}.part.o COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${OBJCOPY} -O binary -j .text ${TO}.part.o ${file} COMMAND_ERROR_IS_FATAL ANY)
  file(REMOVE ${TO}.part.s ${TO}.part.o)
endfunction()

set(unsealed ${TO}.unsealed)
execute_process(COMMAND ${OBJCOPY} -O binary ${ELF} ${unsealed} COMMAND_ERROR_IS_FATAL ANY)

# The header (image_start.S) says how long the image is, in whole pages with its hash (image.ld).
file(READ ${unsealed} header OFFSET 448 LIMIT 32 HEX)
string(SUBSTRING ${header} 56 8 length)
string(REGEX REPLACE "(..)(..)(..)(..)" "0x\\4\\3\\2\\1" length ${length})
math(EXPR length "${length}")
assemble(${unsealed} ".text\n.incbin \"${unsealed}\"\n.org ${length}, 0xff\n")

file(SHA256 ${unsealed} hash)
string(REGEX REPLACE "(..)" "0x\\1," hash ${hash})
string(REGEX REPLACE ",$" "" hash ${hash})
assemble(${TO}.bin ".text\n.incbin \"${unsealed}\"\n.byte ${hash}\n")
file(REMOVE ${unsealed})

# UF2 (github.com/microsoft/uf2): blocks of 512 bytes with 256 of the image each; the family is the RP2040's.
math(EXPR blocks "(${length} + 32) / 256")
assemble(${TO}.uf2 "
.text
.set block, 0
.rept ${blocks}
.word 0x0a324655, 0x9e5d5157, 0x00002000, 0x10000000 + 256 * block, 256, block, ${blocks}, 0xe48bff56
.incbin \"${TO}.bin\", 256 * block, 256
.fill 476 - 256, 1, 0
.word 0x0ab16f30
.set block, block + 1
.endr
")
