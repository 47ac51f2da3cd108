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
} from '../../gateway-faults.ts'
import { findTopLevelField } from '../../wire/json/json-cursor.ts'
import { type ScannedBody, scanRequestBody } from '../../wire/scan-request-body.ts'
import type { Endpoint } from '../endpoint.ts'

export type ModelCall = { body: Buffer; scan: ScannedBody; entry: AliasEntry }

export function readModelCall(
  catalog: Pick<Catalog, 'find' | 'isLoaded'>,
  endpoint: Endpoint,
  { body, contentType, key }: { body: Buffer; contentType: string | undefined; key: ApiKey },
): ModelCall {
  if (!isJson(contentType)) throw bodyInvalid('The content-type must be application/json.')
  const scan = scanRequestBody(body)
  if (scan.kind === 'invalid') throw bodyInvalid(scan.message)
  limitChoices(scan)
  const entry = findAlias(catalog, endpoint, scan.model)
  rejectFields(body, entry)
  if (scan.isStream && !endpoint.canStream) throw bodyInvalid(`${endpoint.path} does not stream.`)
  requireAlias(key, entry.alias)
  return { body, scan, entry }
}

/**
 * Bodies are forwarded unchanged, so a field that would make a provider use another model or price is refused, not
 * removed. Any of the alias's routes may serve the call, so the rejected fields of all of them apply.
 */
function rejectFields(body: Buffer, { alias, routes }: AliasEntry): void {
  const rejected = routes.flatMap(({ rejectedFields }) => rejectedFields)
  if (rejected.length === 0) return
  const found = findTopLevelField(body, rejected)
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
