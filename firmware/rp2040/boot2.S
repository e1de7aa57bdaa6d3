// The second boot stage (RP2040 data sheet, 2.8.1.3): the boot ROM copies these 256 bytes from the start of the flash to
// RAM, checks their CRC, and jumps to them. They let the flash be read as memory and start the image.
//
// With the command 03h, which every SPI flash understands: the image leaves the flash once, at its start.

    .syntax unified
    .cpu cortex-m0plus
    .thumb
    .section .boot2, "ax"

    .equ ssi, 0x18000000            // 4.10.13 SSI, list of registers
    .equ ssi_ctrlr0, 0x00
    .equ ssi_ctrlr1, 0x04
    .equ ssi_ssienr, 0x08
    .equ ssi_baudr, 0x14
    .equ ssi_spi_ctrlr0, 0xf4
    .equ vtor, 0xe000ed08           // 2.4.8 Cortex-M0+, list of registers
    .equ image_vectors, 0x10000100

    ldr r0, =ssi
    movs r1, #0
    str r1, [r0, #ssi_ssienr]       // settings are taken only while it is off
    movs r2, #2
    str r2, [r0, #ssi_baudr]        // half of clk_sys: 24 MHz at 48 MHz
    ldr r2, =0x001f0300             // standard SPI, frames of 32 bits (31 << 16), EEPROM read (3 << 8)
    str r2, [r0, #ssi_ctrlr0]
    str r1, [r0, #ssi_ctrlr1]       // one frame per read
    ldr r2, =0x03000218             // command 03h << 24, of 8 bits (2 << 8), address of 24 bits (6 << 2)
    ldr r3, =(ssi + ssi_spi_ctrlr0)
    str r2, [r3]
    movs r1, #1
    str r1, [r0, #ssi_ssienr]

    ldr r0, =image_vectors
    ldr r1, =vtor
    str r0, [r1]
    ldmia r0!, {r1, r2}             // stack, entry
    msr msp, r1
    bx r2
    .ltorg
