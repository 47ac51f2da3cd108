// Ids that look like the provider's, do not sort by time (the provider's do not either) and are the same for the
// same seed.
import { seededRandom, type SeededRandom } from '../../provider-sim/answer/seeded-random.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'.split('')

export type ObjectIds = { create(prefix: string): string; readonly random: SeededRandom }

export function createObjectIds(seed: string): ObjectIds {
  const random = seededRandom(seed)
  return {
    random,
    create: (prefix) => `${prefix}_${Array.from({ length: 24 }, () => random.pick(alphabet)).join('')}`,
  }
}
