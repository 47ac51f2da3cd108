// A unit vector that depends on the text alone. It carries no meaning: similar texts are not close.
import { seededRandom } from './seeded-random.ts'

export function embedText(text: string, dimensions: number): Float32Array {
  const random = seededRandom(text)
  const raw = Float64Array.from({ length: dimensions }, () => random.fraction() * 2 - 1)
  const norm = Math.hypot(...raw)
  return Float32Array.from(raw, (value) => value / norm)
}
