// Sends signed requests to a bucket. Addresses are path-style, because these need no DNS entry per bucket.
import type { Clock } from '@gatehouse/runtime/clock'
import { Agent } from 'undici'
import { type ObjectKey, storeUnavailable } from '../object-store.ts'
import type { S3Settings } from '../object-settings.ts'
import { encodeQuery, sha256Hex, signRequest } from './sign-request.ts'

type S3Request = {
  method: 'PUT' | 'GET' | 'DELETE'
  /** Empty for the bucket itself. */
  key: ObjectKey | ''
  query?: Readonly<Record<string, string>>
  bytes?: Uint8Array
}

export type S3Answer = { status: number; body: Buffer }

export type S3Client = { send(request: S3Request): Promise<S3Answer>; close(): Promise<void> }

const objectBytesMax = 64 * 1_048_576

export function createS3Client({ endpoint, bucket, readCredentials }: S3Settings, clock: Clock): S3Client {
  const agent = new Agent({
    connections: 16,
    connect: { timeout: 3_000 },
    headersTimeout: 15_000,
    bodyTimeout: 15_000,
    maxResponseSize: objectBytesMax,
  })
  const { origin, host } = new URL(endpoint)
  return {
    async send({ method, key, query = {}, bytes }) {
      const path = key === '' ? `/${bucket}` : `/${bucket}/${key}`
      const encoded = encodeQuery(query)
      const request = { method, path, query: encoded, headers: { host }, bodyHash: sha256Hex(bytes ?? '') }
      const headers = signRequest(request, await readCredentials(), new Date(clock.wallMs()))
      const target = encoded === '' ? path : `${path}?${encoded}`
      try {
        const sent = { origin, path: target, method, headers, body: bytes ?? null }
        const { statusCode, body } = await agent.request(sent)
        return { status: statusCode, body: Buffer.from(await body.arrayBuffer()) }
      } catch (error) {
        throw storeUnavailable({ method, key }, error)
      }
    },
    close: () => agent.close(),
  }
}
