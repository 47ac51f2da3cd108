// AWS Signature Version 4 in the request headers, for S3. Written here because the official client brings some forty
// packages for four requests; a test checks it against the published examples.
import { createHash, createHmac } from 'node:crypto'

export type S3Credentials = {
  accessKeyId: string
  secretAccessKey: string
  region: string
  /** Belongs to temporary credentials. */
  sessionToken?: string | undefined
}

export type UnsignedRequest = {
  method: string
  /** The path as it is sent, without a query. */
  path: string
  /** The query as it is sent, from `encodeQuery`; empty by default. */
  query?: string
  /** Header names in lower case, including `host`; all of them are signed. */
  headers: Readonly<Record<string, string>>
  bodyHash: string
}

/** Returns the headers to send: the given ones and those that the signature adds. */
export function signRequest(
  { method, path, query = '', headers, bodyHash }: UnsignedRequest,
  { accessKeyId, secretAccessKey, region, sessionToken }: S3Credentials,
  at: Date,
): Record<string, string> {
  const time = at.toISOString().replace(/[-:]|\.\d+/g, '')
  const day = time.slice(0, 8)
  const signed: Record<string, string> = {
    ...headers,
    'x-amz-content-sha256': bodyHash,
    'x-amz-date': time,
    ...(sessionToken !== undefined && { 'x-amz-security-token': sessionToken }),
  }
  const sorted = Object.entries(signed).sort(([a], [b]) => (a < b ? -1 : 1))
  const names = sorted.map(([name]) => name).join(';')
  const lines = sorted.map(([name, value]) => `${name}:${value.trim()}\n`).join('')
  const canonical = [method, path, query, lines, names, bodyHash].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256Hex(canonical)].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(
    (previous, part) => createHmac('sha256', previous).update(part).digest(),
    `AWS4${secretAccessKey}`,
  )
  const signature = createHmac('sha256', key).update(toSign).digest('hex')
  const credential = `${accessKeyId}/${scope}`
  return {
    ...signed,
    authorization: `AWS4-HMAC-SHA256 Credential=${credential},SignedHeaders=${names},Signature=${signature}`,
  }
}

/** Encodes a query in the one form that can be signed: in the order of the names, with every reserved character encoded. */
export function encodeQuery(parameters: Readonly<Record<string, string>>): string {
  return Object.entries(parameters)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&')
}

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

export function sha256Hex(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}
