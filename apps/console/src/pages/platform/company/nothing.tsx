import type { ReactNode } from 'react'

/** An empty panel among many: one quiet line, because a large empty state would hide the others. */
export function Nothing({ children }: { children: ReactNode }) {
  return <p className="nothing soft small">{children}</p>
}
