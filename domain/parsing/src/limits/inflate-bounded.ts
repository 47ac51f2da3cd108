import { constants, createInflate, createInflateRaw, inflateRawSync, inflateSync } from 'node:zlib'

export type InflateOptions = { format: 'zlib' | 'raw'; sizeMax: number }

/** The maximum compression ratio of Deflate. */
const ratioMax = 1_032
/** Up to this size data is inflated synchronously: the result is small, and a stream per piece would cost more. */
const smallBytes = 8_192

/**
 * Returns the inflated size of `data`, at most `sizeMax + 1`, without keeping the output. Of damaged data only the part
 * before the damage is counted, or nothing if `data` is small.
 */
export async function countInflated(data: Uint8Array, options: InflateOptions): Promise<number> {
  if (data.length <= smallBytes) {
    const inflated = inflateBounded(data, { ...options, sizeMax: smallBytes * ratioMax })
    return Math.min(inflated?.length ?? 0, options.sizeMax + 1)
  }
  const inflate = options.format === 'raw' ? createInflateRaw() : createInflate()
  let size = 0
  return new Promise((resolve) => {
    const end = () => resolve(Math.min(size, options.sizeMax + 1))
    inflate.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > options.sizeMax) inflate.destroy()
    })
    inflate.on('error', end)
    inflate.on('end', end)
    inflate.on('close', end)
    inflate.end(data)
  })
}

/**
 * Inflates at most `sizeMax` bytes, regardless of the declared size; returns undefined if the data is damaged or
 * larger.
 */
export function inflateBounded(data: Uint8Array, { format, sizeMax }: InflateOptions): Buffer | undefined {
  const inflate = format === 'raw' ? inflateRawSync : inflateSync
  try {
    return inflate(data, { maxOutputLength: Math.max(1, sizeMax), finishFlush: constants.Z_SYNC_FLUSH })
  } catch {
    return undefined
  }
}
