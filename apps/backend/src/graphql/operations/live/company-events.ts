import { type CompanyEvent, adminTopics, companyTopics } from '@gatehouse/companies/company-event'
import { authorise } from '../../access/authorise.ts'
import type { Viewer } from '../../access/viewer.ts'
import { createEventQueue } from './event-queue.ts'
import { notAllowed } from '../../graphql-faults.ts'
import { type Operation, defineSubscription } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { defineObject, enumeration, field, optional, shapes } from '../../schema/shape.ts'

const topicType = enumeration(
  'CompanyTopic',
  'What changed. READY: events are received from now on, at the beginning and after an interruption, so everything that is ' +
    'shown must be read again. BALANCE, BILLING, CALLS, KEYS and MEMBERS are sent to admins only.',
  companyTopics,
)

const eventType = defineObject<CompanyEvent>(
  'CompanyEvent',
  'Something of the company changed; read it again. The id is that of the one object that changed, if it is known.',
  {
    topic: field(topicType, (event) => event.topic),
    id: field(optional(shapes.id), (event) => event.id),
    at: field(shapes.time, (event) => event.at),
  },
)

export const companyEventOperations: readonly Operation[] = [
  defineSubscription({
    name: 'companyEvents',
    description:
      'Says that something of the company changed, never what, at most once per second and topic. Events can be lost, so a page still ' +
      'reads again now and then. The socket closes when the caller’s role in the company changes.',
    inputs: { companyId: inputs.id },
    returns: eventType,
    async subscribe({ deps, viewer, onAllowed }, { companyId }) {
      const isAdmin = await isAdminOf(viewer, companyId)
      onAllowed?.(async (later) => {
        await authorise('companyMember', later, { companyId })
        // A member must not go on receiving what only admins may know; a new admin connects again to receive it.
        if ((await isAdminOf(later, companyId)) !== isAdmin) throw notAllowed()
      })
      const queue = createEventQueue(() => stop())
      const stop = deps.events.watch(companyId, (event) => {
        if (isAdmin || !adminTopics.has(event.topic)) queue.add(event)
      })
      return queue
    },
  }),
]

async function isAdminOf(viewer: Viewer, companyId: string): Promise<boolean> {
  const user = await viewer.user()
  return (user?.isSuperAdmin ?? false) || (await viewer.standingIn(companyId)) === 'ADMIN'
}
