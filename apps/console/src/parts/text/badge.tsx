import type { ReactNode } from 'react'

export type BadgeTone = 'neutral' | 'good' | 'warn' | 'bad' | 'accent'

/** A state in a word. The word has the meaning; the colour helps to find it. */
export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  )
}
