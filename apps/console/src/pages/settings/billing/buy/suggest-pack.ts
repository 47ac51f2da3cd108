// The pack that is chosen when the page opens.
import { parseCredits } from '../../../../amounts/credits.ts'

export type OfferedPack = { id: string; credits: number }

type Pace = {
  balance: string
  /** Credits spent in the last `paceDays` days. */
  spent: string
}

export const paceDays = 7
const daysWanted = 30n
const microsPerCredit = 1_000_000

/**
 * The smallest pack with which the balance lasts for 30 days at the present pace, or else the largest one. Without
 * usage it is the smallest.
 */
export function suggestPack<Pack extends OfferedPack>(
  packs: readonly Pack[],
  { balance, spent }: Pace,
): Pack | undefined {
  const bySize = packs.toSorted((one, other) => one.credits - other.credits)
  const need = (parseCredits(spent) * daysWanted) / BigInt(paceDays) - parseCredits(balance)
  return bySize.find(({ credits }) => microsOf(credits) >= need) ?? bySize.at(-1)
}

/** Offers are whole numbers of micro-credits that a float holds exactly. */
function microsOf(credits: number): bigint {
  return BigInt(Math.round(credits * microsPerCredit))
}
