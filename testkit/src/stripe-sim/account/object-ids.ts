// Ids in the provider's format. Like the provider's, they do not sort by time; the same seed gives the same ids.
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
