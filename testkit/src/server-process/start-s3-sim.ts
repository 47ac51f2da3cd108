// An object store with the S3 API that verifies every request: it computes the signature from the secret it knows and
// compares.
import { timingSafeEqual } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type S3Credentials, encodeQuery, sha256Hex, signRequest } from '@gatehouse/objects/sign-request'

export type S3Sim = AsyncDisposable & {
  /** For OBJECT_STORE_URL, including the correct secret. */
  url: string
  port: number
  objects: ReadonlyMap<string, Buffer>
  requests(): number
  /** Issues temporary credentials, and refuses all others from then on. */
  issueSession(): S3Session
  /** Responds to the next requests with these statuses, or drops their connections. */
  plan(...faults: (number | 'drop')[]): void
}

/** In the format of a credentials file. */
export type S3Session = { text: string; secrets: readonly string[] }

const bucket = 'gatehouse'
const credentials: S3Credentials = {
  accessKeyId: 'TESTKEY',
  secretAccessKey: 'a/secret+with=signs',
  region: 'eu-test-1',
}
/** The real store lists 1000 keys at a time. */
const listedMax = 10
const clockSkewMsMax = 15 * 60_000

export async function startS3Sim(): Promise<S3Sim> {
  const objects = new Map<string, Buffer>()
  const planned: (number | 'drop')[] = []
  let requests = 0
  let sessions = 0
  let accepted = credentials

  const server = createServer((request, response) => {
    requests += 1
    const fault = planned.shift()
    if (fault === 'drop') return void request.socket.destroy()
    void readAll(request).then((body) => {
      if (fault !== undefined) return refuse(response, fault, 'SlowDown')
      const complaint = findComplaint(request, body, accepted)
      if (complaint !== undefined) return refuse(response, 403, complaint)
      return serve({ request, response, body, objects })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const login = `${credentials.accessKeyId}:${encodeURIComponent(credentials.secretAccessKey)}`
  return {
    url: `s3+http://${login}@127.0.0.1:${port}/${bucket}?region=${credentials.region}`,
    port,
    objects,
    requests: () => requests,
    issueSession() {
      sessions += 1
      const [secretAccessKey, sessionToken] = [`secret/of=${sessions}`, `token/of+session=${sessions}`]
      accepted = { ...credentials, accessKeyId: `TESTSESSION${sessions}`, secretAccessKey, sessionToken }
      return { text: describeSession(accepted), secrets: [secretAccessKey, sessionToken] }
    },
    plan: (...faults) => void planned.push(...faults),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function describeSession({ accessKeyId, secretAccessKey, sessionToken }: S3Credentials): string {
  return [
    '[other]',
    'aws_access_key_id = WRONG',
    '[default]',
    `aws_access_key_id = ${accessKeyId}`,
    `aws_secret_access_key=${secretAccessKey}`,
    `aws_session_token = ${sessionToken}`,
    '',
  ].join('\n')
}

type Exchange = {
  request: IncomingMessage
  response: ServerResponse
  body: Buffer
  objects: Map<string, Buffer>
}

function serve({ request, response, body, objects }: Exchange): void {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://sim')
  const [, named, ...rest] = pathname.split('/')
  const key = rest.join('/')
  if (named !== bucket) return refuse(response, 404, 'NoSuchBucket')
  switch (request.method ?? '') {
    case 'PUT':
      objects.set(key, body)
      return void response.writeHead(200).end()
    case 'GET': {
      if (key === '') return void response.writeHead(200).end(listObjects(objects, searchParams))
      const found = objects.get(key)
      return found ? void response.writeHead(200).end(found) : refuse(response, 404, 'NoSuchKey')
    }
    case 'DELETE':
      objects.delete(key)
      return void response.writeHead(204).end()
    default:
      return refuse(response, 405, 'MethodNotAllowed')
  }
}

/** A page of ListObjectsV2. The token has a character that XML escapes. */
function listObjects(objects: ReadonlyMap<string, Buffer>, query: URLSearchParams): string {
  const after = query.get('continuation-token')?.slice(1) ?? ''
  const prefix = query.get('prefix') ?? ''
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
  const page = keys.slice(0, listedMax)
  const isTruncated = keys.length > page.length
  const token = isTruncated ? `<NextContinuationToken>&amp;${page.at(-1)}</NextContinuationToken>` : ''
  const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')
  return `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${token}${contents}</ListBucketResult>`
}

/** The S3 error code with which to reject the request; undefined if it is valid. */
function findComplaint(
  { method = '', url = '', headers }: IncomingMessage,
  body: Buffer,
  accepted: S3Credentials,
): string | undefined {
  const given = headers.authorization ?? ''
  const date = String(headers['x-amz-date'])
  const at = new Date(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (Number.isNaN(at.getTime())) return 'AccessDenied'
  if (Math.abs(Date.now() - at.getTime()) > clockSkewMsMax) return 'RequestTimeTooSkewed'
  if (headers['x-amz-content-sha256'] !== sha256Hex(body)) return 'XAmzContentSHA256Mismatch'
  if (!given.includes(`Credential=${accepted.accessKeyId}/`)) return 'InvalidAccessKeyId'
  if (headers['x-amz-security-token'] !== accepted.sessionToken) return 'InvalidToken'
  const names = /SignedHeaders=([^,]+)/.exec(given)?.[1]?.split(';') ?? []
  const added = new Set(['x-amz-date', 'x-amz-content-sha256', 'x-amz-security-token'])
  const signed = names
    .filter((name) => !added.has(name))
    .map((name) => [name, String(headers[name])] as const)
  const { pathname: path, searchParams } = new URL(url, 'http://sim')
  const query = encodeQuery(Object.fromEntries(searchParams))
  const request = {
    method,
    path,
    query,
    headers: Object.fromEntries(signed),
    bodyHash: sha256Hex(body),
  }
  const { authorization = '' } = signRequest(request, accepted, at)
  const isSame =
    given.length === authorization.length && timingSafeEqual(Buffer.from(given), Buffer.from(authorization))
  return isSame ? undefined : 'SignatureDoesNotMatch'
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`)
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
