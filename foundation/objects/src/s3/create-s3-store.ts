// Objects in a bucket of S3 or of an S3-compatible store. Addresses are path-style, because these need no DNS entry per
// bucket.
import type { Clock } from '@gatehouse/runtime/clock'
import { Agent } from 'undici'
import { type ObjectKey, type ObjectStore, storeUnavailable } from '../object-store.ts'
import type { S3Settings } from '../object-settings.ts'
import { sha256Hex, signRequest } from './sign-request.ts'

type S3Answer = { status: number; body: Buffer }

const objectBytesMax = 64 * 1_048_576

export function createS3Store({ endpoint, bucket, credentials }: S3Settings, clock: Clock): ObjectStore {
  const agent = new Agent({
    connections: 16,
    connect: { timeout: 3_000 },
    headersTimeout: 15_000,
    bodyTimeout: 15_000,
    maxResponseSize: objectBytesMax,
  })
  const { origin, host } = new URL(endpoint)

  async function send(
    method: 'PUT' | 'GET' | 'DELETE',
    key: ObjectKey,
    bytes?: Uint8Array,
  ): Promise<S3Answer> {
    const path = `/${bucket}/${key}`
    const request = { method, path, headers: { host }, bodyHash: sha256Hex(bytes ?? '') }
    const headers = signRequest(request, credentials.reveal(), new Date(clock.wallMs()))
    try {
      const { statusCode, body } = await agent.request({ origin, path, method, headers, body: bytes ?? null })
      return { status: statusCode, body: Buffer.from(await body.arrayBuffer()) }
    } catch (error) {
      throw storeUnavailable({ method, key }, error)
    }
  }

  return {
    async put(key, bytes) {
      const answer = await send('PUT', key, bytes)
      if (answer.status !== 200) throw refused('PUT', key, answer)
    },
    async get(key) {
      const answer = await send('GET', key)
      if (answer.status === 404 && !isMissingBucket(answer)) return undefined
      if (answer.status !== 200) throw refused('GET', key, answer)
      return answer.body
    },
    async delete(key) {
      const answer = await send('DELETE', key)
      if (answer.status !== 204 && answer.status !== 200 && answer.status !== 404)
        throw refused('DELETE', key, answer)
    },
    close: () => agent.close(),
  }
}

/** A missing bucket is not a missing object: with a wrong setting every object would appear to be deleted. */
function isMissingBucket({ body }: S3Answer): boolean {
  return body.includes('NoSuchBucket')
}

function refused(method: string, key: ObjectKey, { status, body }: S3Answer) {
  const code = /<Code>(\w{1,60})<\/Code>/.exec(body.toString('utf8', 0, 2_000))?.[1]
  return storeUnavailable({ method, key, status, store_code: code })
}
