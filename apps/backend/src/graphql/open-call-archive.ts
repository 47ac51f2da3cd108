import { createFindArchivedCall } from '@gatehouse/call-archive/find-archived-call'
import type { FindArchivedCall } from '@gatehouse/credits/archived-calls'
import { createObjectStore } from '@gatehouse/objects/create-object-store'
import type { ServiceResources } from '@gatehouse/service/start-service'
import type { BackendConfig } from '../config.ts'

/** Undefined if no object store is configured: there can be no archive then. */
export function openCallArchive(
  { shards, clock }: Pick<ServiceResources, 'shards' | 'clock'>,
  { objectStoreUrl }: Pick<BackendConfig, 'objectStoreUrl'>,
  scope: AsyncDisposableStack,
): FindArchivedCall | undefined {
  if (!objectStoreUrl) return undefined
  const objects = createObjectStore(objectStoreUrl, clock)
  scope.defer(() => objects.close())
  return createFindArchivedCall({ shards, objects })
}
