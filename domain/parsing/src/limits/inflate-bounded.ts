import { constants, createInflate, createInflateRaw, inflateRawSync, inflateSync } from 'node:zlib'

export type InflateOptions = { format: 'zlib' | 'raw'; sizeMax: number }

/** Deflate cannot pack more than this into a byte. */
const ratioMax = 1_032
/** What this much can unpack to is small enough to do at once; a stream per tiny piece would cost more. */
const smallBytes = 8_192

/** How many bytes `data` unpacks to, `sizeMax + 1` at most, without keeping them. Broken data counts as far as it goes. */
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

/** Unpacks at most `sizeMax` bytes, whatever the data claims; undefined when it is damaged or larger. */
export function inflateBounded(data: Uint8Array, { format, sizeMax }: InflateOptions): Buffer | undefined {
  const inflate = format === 'raw' ? inflateRawSync : inflateSync
  try {
    return inflate(data, { maxOutputLength: Math.max(1, sizeMax), finishFlush: constants.Z_SYNC_FLUSH })
  } catch {
    return undefined
  }
}
