import type { Surface } from '../engine/surface.ts'

/** Uses up all memory once an input contains a certain byte. */
export const surface: Surface = {
  name: 'exhaust',
  inputBytesMax: 20,
  dictionary: [],
  open: () => (input) => {
    const kept: number[][] = []
    while (input.includes(0x7b)) kept.push(Array.from({ length: 1_000_000 }, () => 0.5))
  },
}
