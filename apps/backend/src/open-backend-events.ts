import type { PublishCompanyEvent } from '@gatehouse/companies/company-event'
import { createEventPublisher } from '@gatehouse/companies/event-channel'
import { type CompanyEventWatch, createCompanyEventWatch } from '@gatehouse/companies/watch-events'
import type { ServiceResources } from '@gatehouse/service/start-service'

export type BackendEvents = { publish: PublishCompanyEvent; watch: CompanyEventWatch['watch'] }

/** Opens what publishes and receives the events of companies, once per process. */
export function openBackendEvents(resources: ServiceResources, scope: AsyncDisposableStack): BackendEvents {
  const publisher = createEventPublisher(resources)
  scope.defer(publisher.close)
  const watch = createCompanyEventWatch(resources)
  scope.defer(() => watch.close())
  return { publish: publisher.publish, watch: (companyId, onEvent) => watch.watch(companyId, onEvent) }
}
