// Copies revocations and suspensions to the object store, from which `gatehouse restore replay` reads them.
import { copyAccessActTask, writeAccessAct } from '@gatehouse/audit/access-acts/copy-access-act'
import { createObjectStore } from '@gatehouse/objects/create-object-store'
import type { Secret } from '@gatehouse/runtime/secret'
import type { ServiceResources } from '@gatehouse/service/start-service'
import { type HandledKind, handleTask } from '@gatehouse/tasks/handle-task'

/** Without an object store there is no worker: acts wait in their queue, and are copied once there is a store. */
export function openAccessActCopies(
  { clock, logger }: Pick<ServiceResources, 'clock' | 'logger'>,
  storeUrl: Secret | undefined,
  scope: AsyncDisposableStack,
): HandledKind[] {
  if (!storeUrl) {
    logger.warn(
      'revocations and suspensions are not copied, so restoring the database undoes them: OBJECT_STORE_URL is not set',
    )
    return []
  }
  const objects = createObjectStore(storeUrl, clock)
  scope.defer(() => objects.close())
  return [
    handleTask(copyAccessActTask, {
      concurrencyMax: 4,
      // Writing an act again changes nothing, so there is no effect for the transaction that finishes the task.
      async work({ input }) {
        await writeAccessAct(objects, input)
        return undefined
      },
    }),
  ]
}
