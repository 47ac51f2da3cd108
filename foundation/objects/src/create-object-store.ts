import type { Clock } from '@gatehouse/runtime/clock'
import type { Secret } from '@gatehouse/runtime/secret'
import { createDirectoryStore } from './directory/create-directory-store.ts'
import { readStoreAddress } from './object-settings.ts'
import type { ObjectStore } from './object-store.ts'
import { createS3Store } from './s3/create-s3-store.ts'

/** Opens the store that the setting names. */
export function createObjectStore(url: Secret, clock: Clock): ObjectStore {
  const address = readStoreAddress(url)
  return address.kind === 'directory' ? createDirectoryStore(address.path) : createS3Store(address, clock)
}
