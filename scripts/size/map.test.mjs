import { expect, it } from 'vitest';
import { parseMap } from './map.mjs';
import { findPart, sizeByPart } from './parts.mjs';

const gcc = '/usr/lib/gcc/arm-none-eabi/12.2.1';
const map = `
Discarded input sections

 .text.unused   0x00000000       0x38 obj/target-agent/core/run.o

Memory Configuration

Name             Origin             Length             Attributes
CODE             0x00000000         0x00400000         xr
DATA             0x20000000         0x00400000         xrw
SHARED           0x60000000         0x01000000         rw
*default*        0x00000000         0xffffffff

Linker script and memory map

LOAD obj/target-agent/core/run.o

.vectors        0x00000000       0x40
 *(.vectors)
 .vectors       0x00000000       0x40 obj/target-agent/boards/mps2-an500/startup.o

.text           0x00000040      0x1c0
 *(.text*)
 .text.run_one_operation
                0x00000040       0x80 obj/target-agent/core/run.o
                0x00000040                run_one_operation
 .text          0x000000c0       0xa2 ${gcc}/lib/thumb/nofp/libc.a(lib_a-memset.o)
                0x000000c0                memset
 *fill*         0x00000162        0x2 
 .rodata.str1.4
                0x00000164       0x1c obj/target-agent/core/run.o
                                 0x20 (size before relaxing)
 .rodata.merged.str1.4
                0x00000180        0x5 obj/target-agent/core/run.o
 cyclescope_benches
                0x00000180       0x40 obj/target-agent/families/heap/heap.o
                0x000001c0                . = ALIGN (0x4)

.data           0x20000000       0x28 load address 0x00000200
 .data.d        0x20000000       0x28 obj/build/c-sources/freertos-next-0.12.0/FreeRTOS-Kernel/tasks.o

.bss            0x20000028      0x190 load address 0x00000228
 .bss.b         0x20000028      0x190 obj/target-agent/core/run.o

.rtt            0x60000000       0x80
 .rtt.buffers   0x60000000       0x80 obj/build/c-sources/systemview-target-0.3.0/lib/SEGGER/SEGGER_RTT.o
OUTPUT(agent.elf elf32-littlearm)

.debug_info     0x00000000      0x2f0
 .debug_info    0x00000000      0x1bb obj/target-agent/core/run.o
`;

it('sums flash and RAM by part, and loses no byte', () => {
  expect(sizeByPart(parseMap(map))).toEqual([
    { part: 'SEGGER', flash: 0, ram: 0x80 },
    { part: 'FreeRTOS', flash: 0x28, ram: 0x28 },
    { part: 'libc', flash: 0xa2, ram: 0 },
    { part: 'core', flash: 0x80 + 0x1c, ram: 0x190 },
    { part: 'benches', flash: 0x40, ram: 0 },
    { part: 'board', flash: 0x40, ram: 0 },
    // Alignment between pieces, and the bytes that the linker added after the last one.
    { part: 'other', flash: 2 + 0x40, ram: 0 },
  ]);
});

it.each(['', 'Memory Configuration', 'Linker script and memory map\n.text 0x0 0x10'])(
  'finds nothing in %j',
  (text) => expect(parseMap(text)).toEqual([]),
);

it.each([
  ['obj/target-agent/ports/freertos/port.o', 'port'],
  ['obj/target-agent/clocks/emulated/emulated.o', 'clock'],
  [`${gcc}/thumb/v7e-m+dp/hard/libgcc.a(_aeabi_uldivmod.o)`, 'compiler'],
  [`${gcc}/../arm-none-eabi/lib/thumb/v7e-m+dp/hard/libg_nano.a(lib_a-strlen.o)`, 'libc'],
  ['/home/me/core/bench.o', 'other'],
])('%s is %s', (file, part) => expect(findPart(file)).toBe(part));
