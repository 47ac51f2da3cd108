// A refused request as Redis keeps it: one JSON text per entry of the company's stream. Entries come from other
// processes, possibly of another release, so reading one tolerates missing fields.

/** A request that a gateway refused with 401, 402, 403 or 429. */
export type Refusal = {
  at: Date
  requestId: string
  keyId: string
  /** Null if the request was refused before its model was known. */
  model: string | null
  status: number
  /** The code of the error body; null where the body has none. */
  code: string | null
  /** The check that refused the request, such as `credits_insufficient`. */
  rule: string
  /** The message of the error body. */
  message: string
  /** What the call would have held, if it was estimated. */
  estimateMicros: bigint | null
  /** Balance and holds of the company at the time, if the refusal depended on them. */
  balanceMicros: bigint | null
  heldMicros: bigint | null
  /** Refusals of the same key by the same rule that were counted instead of recorded, since the entry before. */
  omitted: number
}

/** Entries that a company's record holds at most. */
export const refusalsMax = 1_000
export const refusalsKeptForMs = 7 * 86_400_000

const messageLengthMax = 500

export function encodeRefusal({ message, ...rest }: Refusal): string {
  return JSON.stringify({ ...rest, message: message.slice(0, messageLengthMax) }, (_name, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
}

type Stored = { [Name in keyof Refusal]?: unknown }

/** Returns undefined for a text that is not a refusal. */
export function decodeRefusal(text: string): Refusal | undefined {
  const stored = parse(text)
  const at = new Date(typeof stored?.at === 'string' ? stored.at : Number.NaN)
  if (!stored || Number.isNaN(at.getTime())) return undefined
  return {
    at,
    requestId: textOf(stored.requestId) ?? '',
    keyId: textOf(stored.keyId) ?? '',
    model: textOf(stored.model),
    status: Number(stored.status),
    code: textOf(stored.code),
    rule: textOf(stored.rule) ?? '',
    message: textOf(stored.message) ?? '',
    estimateMicros: microsOf(stored.estimateMicros),
    balanceMicros: microsOf(stored.balanceMicros),
    heldMicros: microsOf(stored.heldMicros),
    omitted: Number(stored.omitted ?? 0),
  }
}

function parse(text: string): Stored | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function microsOf(value: unknown): bigint | null {
  return typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : null
}
