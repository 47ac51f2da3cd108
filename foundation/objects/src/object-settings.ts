import { fileURLToPath } from 'node:url'
import { secretUrl } from '@gatehouse/runtime/config-fields'
import type { Secret } from '@gatehouse/runtime/secret'
import type { S3Credentials } from './s3/sign-request.ts'

/** Setting of every app that stores files; spread into the app's own schema. */
export const objectSettings = { OBJECT_STORE_URL: secretUrl('file', 's3', 's3+http').optional() }

export type S3Settings = { endpoint: string; bucket: string; credentials: { reveal(): S3Credentials } }

export type ObjectStoreAddress = { kind: 'directory'; path: string } | ({ kind: 's3' } & S3Settings)

/**
 * Accepts `file:///var/lib/gatehouse/objects` or `s3://id:secret@host/bucket?region=eu-central-1`; `s3+http://` is S3
 * without TLS, for a store on the same machine.
 */
export function readStoreAddress(url: Secret): ObjectStoreAddress {
  const parsed = new URL(url.reveal())
  if (parsed.protocol === 'file:') return { kind: 'directory', path: fileURLToPath(parsed) }
  const scheme = parsed.protocol === 's3+http:' ? 'http' : 'https'
  const reveal = () => readCredentials(new URL(url.reveal()))
  return {
    kind: 's3',
    endpoint: `${scheme}://${parsed.host}`,
    bucket: parsed.pathname.replace(/^\/|\/$/g, ''),
    credentials: { reveal },
  }
}

function readCredentials({ username, password, searchParams }: URL): S3Credentials {
  return {
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    region: searchParams.get('region') ?? 'us-east-1',
  }
}
