type MeterProps = {
  /** From 0 to 1; more is drawn as full. */
  share: number
  label: string
  /** The share in words, such as "11.02 of 50 credits". */
  text: string
}

const warnShare = 0.8

/** How much of a limit is used. It changes its colour at 80 % and when nothing is left. */
export function Meter({ share, label, text }: MeterProps) {
  const tone = share >= 1 ? 'bad' : share >= warnShare ? 'warn' : 'plain'
  return (
    <span
      className="meter"
      data-tone={tone}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.min(100, Math.round(share * 100))}
      aria-valuetext={text}
    >
      <span style={{ width: `${Math.min(100, share * 100)}%` }} />
    </span>
  )
}
