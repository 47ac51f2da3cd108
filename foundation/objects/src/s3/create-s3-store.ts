// Objects in a bucket of S3 or of an S3-compatible store.
import type { Clock } from '@gatehouse/runtime/clock'
import { type ObjectKey, type ObjectStore, keyInFolder, storeUnavailable } from '../object-store.ts'
import type { S3Settings } from '../object-settings.ts'
import { type S3Answer, type S3Client, createS3Client } from './create-s3-client.ts'
import { readListing } from './read-listing.ts'

export function createS3Store(settings: S3Settings, clock: Clock): ObjectStore {
  const { send, close } = createS3Client(settings, clock)
  return {
    async put(key, bytes) {
      const answer = await send({ method: 'PUT', key, bytes })
      if (answer.status !== 200) throw refused('PUT', key, answer)
    },
    async get(key) {
      const answer = await send({ method: 'GET', key })
      if (isMissingObject(answer)) return undefined
      if (answer.status !== 200) throw refused('GET', key, answer)
      return answer.body
    },
    async list(folder) {
      const pages = await Array.fromAsync(listPages(send, folder))
      return pages
        .flat()
        .map((text) => keyInFolder(folder, text))
        .filter((key) => key !== undefined)
    },
    async delete(key) {
      const answer = await send({ method: 'DELETE', key })
      const isGone = answer.status === 204 || answer.status === 200 || isMissingObject(answer)
      if (!isGone) throw refused('DELETE', key, answer)
    },
    close,
  }
}

async function* listPages(send: S3Client['send'], folder: ObjectKey): AsyncGenerator<string[]> {
  let next: string | undefined
  do {
    const query = {
      'list-type': '2',
      prefix: `${folder}/`,
      ...(next !== undefined && { 'continuation-token': next }),
    }
    const answer = await send({ method: 'GET', key: '', query })
    if (answer.status !== 200) throw refused('LIST', folder, answer)
    const listing = readListing(answer.body.toString('utf8'))
    yield listing.keys
    next = listing.next
  } while (next !== undefined)
}

/** A missing bucket is not a missing object: with a wrong setting every object would appear to be deleted. */
function isMissingObject({ status, body }: S3Answer): boolean {
  return status === 404 && !body.includes('NoSuchBucket')
}

function refused(method: string, key: ObjectKey, { status, body }: S3Answer) {
  const code = /<Code>(\w{1,60})<\/Code>/.exec(body.toString('utf8', 0, 2_000))?.[1]
  return storeUnavailable({ method, key, status, store_code: code })
}
