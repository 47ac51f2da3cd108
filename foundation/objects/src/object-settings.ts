import { fileURLToPath } from 'node:url'
import { url } from '@gatehouse/runtime/config-fields'
import { Secret } from '@gatehouse/runtime/secret'
import { readCredentialsFile } from './s3/credentials-file.ts'
import type { S3Credentials } from './s3/sign-request.ts'

/** Setting of every app that stores files; spread into the app's own schema. */
export const objectSettings = {
  OBJECT_STORE_URL: url('file', 's3', 's3+http')
    .refine(
      hasCredentials,
      'must have key-id:secret@ before the host, or ?credentials=/path/of/a/file, but not both',
    )
    .transform((value) => new Secret(value))
    .optional(),
}

/** A URL with a wrong protocol is reported as such. */
function hasCredentials(value: string): boolean {
  const parsed = URL.canParse(value) ? new URL(value) : undefined
  if (!parsed?.protocol.startsWith('s3')) return true
  const file = parsed.searchParams.get('credentials')
  if (file === null) return parsed.username !== '' && parsed.password !== ''
  return file.startsWith('/') && parsed.username === '' && parsed.password === ''
}

export type S3Settings = {
  endpoint: string
  bucket: string
  /** Called for every request: credentials in a file may have been replaced. */
  readCredentials: () => Promise<S3Credentials>
}

export type ObjectStoreAddress = { kind: 'directory'; path: string } | ({ kind: 's3' } & S3Settings)

/**
 * Accepts `file:///var/lib/gatehouse/objects` or `s3://id:secret@host/bucket?region=eu-central-1`; `s3+http://` is S3
 * without TLS, for a store on the same machine. Instead of `id:secret@`, `credentials` in the query names a file.
 */
export function readStoreAddress(storeUrl: Secret): ObjectStoreAddress {
  const parsed = new URL(storeUrl.reveal())
  if (parsed.protocol === 'file:') return { kind: 'directory', path: fileURLToPath(parsed) }
  const scheme = parsed.protocol === 's3+http:' ? 'http' : 'https'
  const region = parsed.searchParams.get('region') ?? 'us-east-1'
  const file = parsed.searchParams.get('credentials')
  return {
    kind: 's3',
    endpoint: `${scheme}://${parsed.host}`,
    bucket: parsed.pathname.replace(/^\/|\/$/g, ''),
    readCredentials:
      file === null
        ? async () => ({ ...readLogin(new URL(storeUrl.reveal())), region })
        : () => readCredentialsFile(file, region),
  }
}

function readLogin({ username, password }: URL): Omit<S3Credentials, 'region'> {
  return { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) }
}
