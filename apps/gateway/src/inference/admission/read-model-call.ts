// What is asked for: the bytes are read once, and the alias they name must exist, fit the route, and be the key's to
// call.
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
import { findTopLevelField } from '../../wire/json/find-field.ts'
import { type ScannedBody, scanRequestBody } from '../../wire/scan-request-body.ts'
import type { Endpoint } from '../endpoint.ts'

export type ModelCall = { body: Buffer; scan: ScannedBody; entry: AliasEntry }

export type Asked = { body: Buffer; contentType: string | undefined; key: ApiKey }

export function readModelCall(
  catalog: Pick<Catalog, 'find' | 'isLoaded'>,
  endpoint: Endpoint,
  { body, contentType, key }: Asked,
): ModelCall {
  if (!isJson(contentType)) throw bodyInvalid('The content-type must be application/json.')
  const scan = scanRequestBody(body)
  if (scan.kind === 'invalid') throw bodyInvalid(scan.message)
  limitChoices(scan)
  const entry = findAlias(catalog, endpoint, scan.model)
  rejectFields(body, entry)
  if (scan.isStream && !endpoint.canStream) throw bodyInvalid(`${endpoint.path} does not stream.`)
  demandAlias(key, entry.alias)
  return { body, scan, entry }
}

/**
 * Bodies are forwarded as they came, so a field that makes a provider use another model or price is refused, not removed.
 * Any route may answer, so the fields of all of them count.
 */
function rejectFields(body: Buffer, { alias, routes }: AliasEntry): void {
  const rejected = routes.flatMap(({ rejectedFields }) => rejectedFields)
  if (rejected.length === 0) return
  const found = findTopLevelField(body, rejected)
  if (found === undefined) return
  throw parameterInvalid(
    found,
    `${alias} does not take the field ${JSON.stringify(found)}, because it changes the model or the price. Leave it out.`,
  )
}

/** How many answers the caller gets: one for each prompt, times `n`. */
export function choiceCountOf({ n, promptCount }: ScannedBody): number {
  return n * promptCount
}

/** How many answers the provider writes, and charges for: of `best_of` it returns only some. */
export function generatedCountOf({ n, bestOf, promptCount }: ScannedBody): number {
  return Math.max(n, bestOf) * promptCount
}

/** The price of a call is bounded by the output limit times this, and so is the hold that is placed for it. */
const generatedCountMax = 128

function limitChoices(scan: ScannedBody): void {
  if (generatedCountOf(scan) <= generatedCountMax) return
  const factors = { n: scan.n, best_of: scan.bestOf, prompt: scan.promptCount }
  const [largest] = Object.entries(factors).toSorted(([, left], [, right]) => right - left)
  throw parameterInvalid(
    largest?.[0] ?? 'n',
    `One call may ask for at most ${generatedCountMax} answers, counted as prompts times n or best_of. ` +
      'Ask for fewer, or send several calls.',
  )
}

/** The alias of that name, which must be one for this endpoint. */
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

export function demandAlias(key: ApiKey, alias: string): void {
  if (!mayCall(key, alias)) throw modelNotAllowed(alias)
}

export function mayCall({ modelAllowlist }: ApiKey, alias: string): boolean {
  return modelAllowlist === null || modelAllowlist.includes(alias)
}

function isJson(contentType: string | undefined): boolean {
  return contentType !== undefined && /^application\/(?:[a-z.+-]+\+)?json\b/i.test(contentType)
}
