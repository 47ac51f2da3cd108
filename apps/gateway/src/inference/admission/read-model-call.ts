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
} from '../../gateway-faults.ts'
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
  const entry = findAlias(catalog, endpoint, scan.model)
  if (scan.isStream && !endpoint.canStream) throw bodyInvalid(`${endpoint.path} does not stream.`)
  demandAlias(key, entry.alias)
  return { body, scan, entry }
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
