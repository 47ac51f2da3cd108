// How many credits must be taken back: for refunds and lost disputes, and as excess. The provider credits the unused time
// of a plan even if that time was never paid, or its payment was refunded, and the credit can buy a plan with more credits
// for the same money. The grants of single invoices can therefore add up to more than was paid. The part that exceeds the
// money at the best rate of the company's plans is the excess.
import { refundShareMicros } from '@gatehouse/credits/credit'

export type ChargeState = {
  amountMinor: bigint
  /** Total paid: more than the charge if the customer's balance paid part of the invoice. */
  paidMinor: bigint
  refundedMinor: bigint
  /** Amount lost to a dispute. */
  lostMinor: bigint
}

/** The part of a charge that went back to the customer, by refund or by dispute. */
export function takenBackMinor({ amountMinor, refundedMinor, lostMinor }: ChargeState): bigint {
  const sum = refundedMinor + lostMinor
  return sum < amountMinor ? sum : amountMinor
}

/**
 * The refunded share of a grant, given the current state of its charges: absolute, so the order of events does not
 * matter. For a negative grant, the (negative) part to give back: refunding an invoice reverses both what it granted
 * and what it took.
 */
export function refundedShareMicros(grantedMicros: bigint, charges: readonly ChargeState[]): bigint {
  if (grantedMicros < 0n) return -givenBackMicros(-grantedMicros, charges)
  const sum = charges.reduce(
    (total, charge) => total + refundShareMicros(grantedMicros, charge.paidMinor, takenBackMinor(charge)),
    0n,
  )
  return sum < grantedMicros ? sum : grantedMicros
}

/** The refunded share of a grant: what is taken back of it, and what is not because it had expired before. */
export type TakenBack = { takenMicros: bigint; notTakenMicros: bigint }

/** What is taken back and what expires are together never more than what was granted. */
export function exceptExpired(
  shareMicros: bigint,
  { grantedMicros, expiredMicros }: { grantedMicros: bigint; expiredMicros: bigint },
): TakenBack {
  const leftMicros = grantedMicros - expiredMicros
  // A negative grant has no credits that could expire.
  const takenMicros = grantedMicros > 0n && shareMicros > leftMicros ? leftMicros : shareMicros
  return { takenMicros, notTakenMicros: shareMicros - takenMicros }
}

/** Rounds down, so that the net credits never exceed the money. */
function givenBackMicros(takenMicros: bigint, charges: readonly ChargeState[]): bigint {
  const sum = charges.reduce(
    (total, charge) =>
      charge.paidMinor > 0n ? total + (takenMicros * takenBackMinor(charge)) / charge.paidMinor : total,
    0n,
  )
  return sum < takenMicros ? sum : takenMicros
}

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
