import { useState } from 'react'

export type Known<Value> = { value: Value; at: number }

/** The last value that was not missing, and when it came. A service that falls silent leaves its last figures. */
export function useLastKnown<Value>(value: Value | null | undefined, at: number): Known<Value> | undefined {
  const [known, setKnown] = useState<Known<Value>>()
  if (value !== null && value !== undefined && known?.at !== at) {
    setKnown({ value, at })
    return { value, at }
  }
  return known
}
