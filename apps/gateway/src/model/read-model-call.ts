// Reads the body once and resolves its alias, which must exist, be served by the endpoint, and be allowed for the key.
import type { ApiKey } from '@gatehouse/keys/api-key'
import type { AliasEntry } from '@gatehouse/models/alias'
import type { Catalog } from '@gatehouse/models/create-catalog'
import {
  bodyInvalid,
  capabilityMismatch,
  catalogMissing,
  modelNotAllowed,
  modelNotFound,
  parameterInvalid,
} from '../gateway-faults.ts'
import type { WorkThreads } from '../threads/create-work-threads.ts'
import { type CallIdentity, completionsEndpoint, type Endpoint } from '../call/endpoint.ts'
import { findTopLevelField, foldName } from '@gatehouse/bytes/json-cursor'
import { type InvalidBody, type ScannedBody, scanRequestBody } from '../wire/scan-request-body.ts'

/** The body of a model call as it was sent, what was found in it, and its alias. */
export type ModelBody = {
  body: Buffer
  scan: ScannedBody
  entry: AliasEntry
  identity: CallIdentity
  /** A large legacy completion as a chat request. A small one is translated when it is needed. */
  asChat?: ChatRequest
}

/** A legacy completion as a chat request, or why it cannot be one. */
type ChatRequest =
  | { kind: 'translated'; body: Buffer; scan?: ScannedBody | InvalidBody }
  | { kind: 'refused'; message: string }

type SentBody = { body: Buffer; contentType: string | undefined; key: ApiKey }

export function readModelCall(
  catalog: Pick<Catalog, 'find' | 'isLoaded'>,
  endpoint: Endpoint,
  { body, contentType, key }: SentBody,
): ModelBody {
  requireJson(contentType)
  const scan = scanRequestBody(body)
  if (scan.kind === 'invalid') throw bodyInvalid(scan.message)
  const entry = resolveAlias(catalog, endpoint, {
    scan,
    key,
    findRejected: (rejected) => findTopLevelField(body, rejected),
  })
  return { body, scan, entry, identity: body }
}

/** Reads a large body in a worker thread. The checks and their order are those of a small one. */
export async function readLargeModelCall(
  {
    catalog,
    threads,
  }: { catalog: Pick<Catalog, 'find' | 'isLoaded' | 'list'>; threads: Pick<WorkThreads, 'run'> },
  endpoint: Endpoint,
  { body: bytes, contentType, key, idempotencyKey }: SentBody & { idempotencyKey: string | undefined },
): Promise<ModelBody> {
  requireJson(contentType)
  const rejectedFields = catalog
    .list()
    .flatMap(({ routes }) => routes.flatMap((route) => route.rejectedFields))
  const options = {
    hashedWith: idempotencyKey === undefined ? undefined : endpoint.path,
    rejectedFields: [...new Set(rejectedFields)],
    isCompletion: endpoint === completionsEndpoint,
  }
  const read = await threads.run('scanLargeBody', { bytes, options, owner: key.companyId })
  if (!('body' in read)) throw bodyInvalid(read.scan.message)
  const { body, scan, hash, foundFields, translated, translatedScan, refusal } = read
  const entry = resolveAlias(catalog, endpoint, {
    scan,
    key,
    findRejected: (rejected) => firstOf(foundFields, rejected),
  })
  return {
    body,
    scan,
    entry,
    identity: hash ? { hash } : body,
    ...(refusal !== undefined && { asChat: { kind: 'refused', message: refusal } }),
    ...(translated &&
      translatedScan && { asChat: { kind: 'translated', body: translated, scan: translatedScan } }),
  }
}

function firstOf(found: readonly string[], rejected: readonly string[]): string | undefined {
  const folded = new Map(rejected.map((name) => [foldName(name), name]))
  return found.map((name) => folded.get(foldName(name))).find((name) => name !== undefined)
}

type Resolving = {
  scan: ScannedBody
  key: ApiKey
  /** Returns the first of these fields that the body has. */
  findRejected(rejected: readonly string[]): string | undefined
}

function resolveAlias(
  catalog: Pick<Catalog, 'find' | 'isLoaded'>,
  endpoint: Endpoint,
  { scan, key, findRejected }: Resolving,
): AliasEntry {
  limitChoices(scan)
  const entry = findAlias(catalog, endpoint, scan.model)
  rejectFields(entry, findRejected)
  if (scan.isStream && !endpoint.canStream) throw bodyInvalid(`${endpoint.path} does not stream.`)
  requireAlias(key, entry.alias)
  return entry
}

function requireJson(contentType: string | undefined): void {
  if (!isJson(contentType)) throw bodyInvalid('The content-type must be application/json.')
}

/**
 * Bodies are forwarded unchanged, so a field that would make a provider use another model or price is refused, not
 * removed. Any of the alias's routes may serve the call, so the rejected fields of all of them apply.
 */
function rejectFields({ alias, routes }: AliasEntry, findRejected: Resolving['findRejected']): void {
  const rejected = routes.flatMap(({ rejectedFields }) => rejectedFields)
  if (rejected.length === 0) return
  const found = findRejected(rejected)
  if (found === undefined) return
  throw parameterInvalid(
    found,
    `${alias} does not accept the field ${JSON.stringify(found)}, because it changes the model or the price. Leave it out.`,
  )
}

/** Number of choices the caller receives: `n` for each prompt. */
export function choiceCountOf({ n, promptCount }: ScannedBody): number {
  return n * promptCount
}

/** Number of choices the provider generates and charges for; with `best_of` it returns only some of them. */
export function generatedCountOf({ n, bestOf, promptCount }: ScannedBody): number {
  return Math.max(n, bestOf) * promptCount
}

/**
 * Maximum number of choices that one call may generate. It bounds the price of a call, and therefore its hold, to this
 * many times the alias's output limit.
 */
const generatedCountMax = 128

function limitChoices(scan: ScannedBody): void {
  if (generatedCountOf(scan) <= generatedCountMax) return
  const factors = { n: scan.n, best_of: scan.bestOf, prompt: scan.promptCount }
  const [largest] = Object.entries(factors).toSorted(([, left], [, right]) => right - left)
  throw parameterInvalid(
    largest?.[0] ?? 'n',
    `One call may request at most ${generatedCountMax} answers, counted as prompts times n or best_of. ` +
      'Request fewer, or send several calls.',
  )
}

/** Finds the alias and checks that this endpoint serves its capability. */
export function findAlias(
  catalog: Pick<Catalog, 'find' | 'isLoaded'>,
  endpoint: Pick<Endpoint, 'capabilities' | 'path'>,
  model: string,
): AliasEntry {
  if (!catalog.isLoaded()) throw catalogMissing()
  const entry = catalog.find(model)
  if (!entry) throw modelNotFound(model)
  if (!endpoint.capabilities.includes(entry.capability)) throw capabilityMismatch(entry.alias, endpoint.path)
  return entry
}

export function requireAlias(key: ApiKey, alias: string): void {
  if (!mayCall(key, alias)) throw modelNotAllowed(alias)
}

export function mayCall({ modelAllowlist }: ApiKey, alias: string): boolean {
  return modelAllowlist === null || modelAllowlist.includes(alias)
}

function isJson(contentType: string | undefined): boolean {
  return contentType !== undefined && /^application\/(?:[a-z.+-]+\+)?json\b/i.test(contentType)
}
