import type { Surface } from '../engine/surface.ts'

/** Never returns once an input contains a certain byte. */
export const surface: Surface = {
  name: 'hang',
  inputBytesMax: 20,
  dictionary: [],
  open: () => (input) => {
    while (input.includes(0x7b)) input.equals(input)
  },
}
