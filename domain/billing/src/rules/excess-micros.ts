// The provider credits the unused time of a plan even if that time was never paid, or its payment was refunded, and the
// credit can buy a plan with more credits for the same money. The grants of single invoices can therefore add up to
// more than was paid. The part that exceeds the money at the best rate of the company's plans is taken back.

/** One paid invoice: the sum of its plan lines, its amount, and the part of it that was returned. */
export type PaidMoney = { planLinesMinor: bigint; amountMinor: bigint; takenBackMinor: bigint }

/** What a plan grants for its price. */
export type Rate = { creditsMicros: bigint; priceMinor: bigint }

export type Excess = { sharesMicros: bigint; money: readonly PaidMoney[]; rates: readonly Rate[] }

export function excessMicros({ sharesMicros, money, rates }: Excess): bigint {
  const priced = rates.filter(({ priceMinor }) => priceMinor > 0n)
  const best = priced.reduce(better, { creditsMicros: 0n, priceMinor: 1n })
  const worth = money.reduce((sum, paid) => sum + keptMinorTimes(paid, best.creditsMicros), 0n)
  const bound = floorDivide(worth, best.priceMinor)
  return sharesMicros > bound ? sharesMicros - bound : 0n
}

function better(left: Rate, right: Rate): Rate {
  return right.creditsMicros * left.priceMinor > left.creditsMicros * right.priceMinor ? right : left
}

/** Rounds up after a partial refund, so that the rounding of grants is never counted as excess. */
function keptMinorTimes({ planLinesMinor, amountMinor, takenBackMinor }: PaidMoney, factor: bigint): bigint {
  if (takenBackMinor === 0n) return planLinesMinor * factor
  return -floorDivide(-planLinesMinor * factor * (amountMinor - takenBackMinor), amountMinor)
}

function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const isBelow = dividend < 0n && dividend % divisor !== 0n
  return dividend / divisor - (isBelow ? 1n : 0n)
}
