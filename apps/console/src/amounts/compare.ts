// Shares and changes of amounts, in whole numbers: a percentage is for reading, and the amounts beside it are exact.

/** The part in whole percent, rounded to the nearest; 0 of nothing. */
export function percentOf(part: bigint, whole: bigint): number {
  return whole <= 0n ? 0 : Number((part * 200n + whole) / (whole * 2n))
}

/** "+12.3 %", "−4.0 %" or "0 %"; undefined if there was nothing before. */
export function changeInWords(now: bigint, before: bigint): string | undefined {
  if (before <= 0n) return undefined
  if (now === before) return '0 %'
  const size = now > before ? now - before : before - now
  const tenths = (size * 2_000n + before) / (before * 2n)
  return `${now > before ? '+' : '−'}${tenths / 10n}.${tenths % 10n} %`
}
