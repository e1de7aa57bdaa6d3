// What stands at 0x10000100: the vector table, and behind it the image header by which a host knows the image.

    .syntax unified
    .cpu cortex-m0plus
    .thumb

// What the core has stacked tells where it stopped (ARMv6-M Architecture Reference Manual, B1.5.6).
    .section .text.on_fault, "ax"
    .global on_fault
    .thumb_func
on_fault:
    mrs r0, msp
    ldr r1, =stop_at
    bx r1
    .ltorg

    .macro handler name
    .weak \name
    .thumb_set \name, on_fault     // an interrupt without a handler is as unexpected as a fault
    .word \name
    .endm

    .section .vectors, "a"
    .global flash_vectors
flash_vectors:
    .word stack_top
    .word on_reset
    .word on_fault                  // NMI
    .word on_fault                  // hard fault
    .rept 12
    .word on_fault                  // SVCall, PendSV, SysTick are not used
    .endr
// 2.3.2 Interrupts
    handler on_timer_0
    handler on_timer_1
    handler on_timer_2
    handler on_timer_3
    handler on_pwm_wrap
    handler on_usbctrl
    handler on_xip
    handler on_pio0_0
    handler on_pio0_1
    handler on_pio1_0
    handler on_pio1_1
    handler on_dma_0
    handler on_dma_1
    handler on_io_bank0
    handler on_io_qspi
    handler on_sio_proc0
    handler on_sio_proc1
    handler on_clocks
    handler on_spi0
    handler on_spi1
    handler on_uart0
    handler on_uart1
    handler on_adc_fifo
    handler on_i2c0
    handler on_i2c1
    handler on_rtc
    .rept 6
    .word on_fault                  // no source
    .endr

// The image header, at 0x100001c0.
    .ascii "ADOUBE\0\1"
1:  .ascii IMAGE_MODEL
    .org 1b + 16
    .byte IMAGE_VERSION, 0
    .word image_length              // without the SHA-256 of 32 bytes that follows it
