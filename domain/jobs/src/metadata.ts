// Data of the caller's own that is stored with a job and returned unchanged.
import { isStorable } from '@gatehouse/runtime/storable-text'
import { wrongMetadata } from './job-faults.ts'

export type JobMetadata = Readonly<Record<string, string | number | boolean | null>>

const keysMax = 50
const lettersMax = 500

/** Returns the value if it is a small map of scalars; throws otherwise. */
export function checkMetadata(value: unknown): JobMetadata {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw wrongMetadata(keysMax, lettersMax)
  const entries = Object.entries(value)
  const isSmall = entries.length <= keysMax && entries.every(([key, one]) => isEntry(key, one))
  if (!isSmall) throw wrongMetadata(keysMax, lettersMax)
  return value as JobMetadata
}

function isEntry(key: string, value: unknown): boolean {
  const isScalar =
    value === null || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
  const isText = typeof value === 'string' && value.length <= lettersMax && isStorable(value)
  return key.length > 0 && key.length <= lettersMax && isStorable(key) && (isScalar || isText)
}
