import { randomFillSync } from 'node:crypto'
import { copyAccessActTask } from '@gatehouse/audit/access-acts/copy-access-act'
import { createReceiptSigner } from '@gatehouse/credits/receipt-signer'
import { reconcileLedgerTask } from '@gatehouse/credits/reconcile-ledger-task'
import { createAccessTokens } from '@gatehouse/identity/access-token'
import { createDeviceTokens } from '@gatehouse/identity/device-token'
import { createLoginLimits } from '@gatehouse/identity/login-limits'
import { createLoginStore } from '@gatehouse/identity/login-store'
import { createPasswordHasher } from '@gatehouse/identity/password-hasher'
import { createFactorSeal } from '@gatehouse/identity/seal-factor'
import { createAnnounceCompanyChange, createAnnounceKeyEnd } from '@gatehouse/keys/key-end-channel'
import { parseJobTask } from '@gatehouse/jobs/parse-job-task'
import { createReadHeldBalance } from '@gatehouse/limits/read-held-balance'
import { createReadRefusals } from '@gatehouse/limits/read-refusals'
import { createReadWindow } from '@gatehouse/limits/read-window'
import { createMailSeal } from '@gatehouse/mail/seal-mail'
import { sendMailTask } from '@gatehouse/mail/send-mail-task'
import { createReadRouteStates } from '@gatehouse/models/route-states'
import { createJudgeAddress } from '@gatehouse/outgoing-events/judge-address'
import { createEventSeal } from '@gatehouse/outgoing-events/seal-event-secret'
import { createDatabase } from '@gatehouse/postgres/create-database'
import { mapShards } from '@gatehouse/postgres/shards'
import { createRuleVocabulary } from '@gatehouse/reading/rule-vocabulary'
import type { Database } from '@gatehouse/schema/database'
import type { Tables } from '@gatehouse/schema/tables'
import type { ServiceResources } from '@gatehouse/service/start-service'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import { createDeadLetters } from '@gatehouse/tasks/dead-letters'
import { createGeneratorControls, createMailCheck } from '../ai-service/ai-service-client.ts'
import { createMonitoring } from '../ai-service/monitoring-client.ts'
import type { BackendConfig } from '../config.ts'
import { accessTable } from './access/access-table.ts'
import type { OperationDeps } from './operation-context.ts'
import { createReadPlatformStatus } from './operations/platform/monitoring/read-platform-status.ts'
import { operations } from './operations.ts'
import { type DocumentRules, createValidDocuments } from './prepare-document.ts'
import { createSchema } from './schema/create-schema.ts'

export type Graphql = DocumentRules & { deps: OperationDeps }

/** Opens the GraphQL schema and everything its operations need, once per process. */
export function openGraphql(
  resources: ServiceResources,
  config: BackendConfig,
  opened: Pick<OperationDeps, 'billing' | 'documents' | 'events' | 'findArchivedCall' | 'logs' | 'sso'>,
): Graphql {
  const { clock, ids, logger, shards } = resources
  const databases = mapShards(shards, (connections): Database => createDatabase<Tables>(connections))
  const database = databases.directory
  const postgres = shards.directory
  const fillRandom = randomFillSync
  const watched = {
    readRouteStates: createReadRouteStates(resources),
    monitoring: createMonitoring(config.aiService),
  }
  warnOfMissingSettings(config, logger)
  return {
    schema: createSchema(operations, accessTable),
    validDocuments: createValidDocuments(),
    deps: {
      database,
      databases,
      ids,
      clock,
      fillRandom,
      consoleUrl: config.billing.consoleUrl,
      defaultAllowance: config.allowance,
      ...opened,
      receiptSigner: createReceiptSigner(config.receiptKeys, clock),
      readHeldBalance: createReadHeldBalance(resources),
      readRefusals: createReadRefusals(resources),
      mailQueue: createTaskQueue({ postgres, logger, ids, kinds: [sendMailTask] }),
      hasMailServer: createMailCheck(config.aiService),
      mailSeal: config.mailSecrets && createMailSeal({ secrets: config.mailSecrets, fillRandom }),
      outgoingEvents: openOutgoingEvents(config),
      invitationsPerDay: config.invitationsPerDay,
      names: createRuleVocabulary(),
      ...watched,
      readPlatformStatus: createReadPlatformStatus({ clock, database, ...watched }),
      deadLetters: createDeadLetters({ postgres, logger }),
      accessActs: createTaskQueue({ postgres, logger, ids, kinds: [copyAccessActTask] }),
      reconciliationQueue: createTaskQueue({ postgres, logger, ids, kinds: [reconcileLedgerTask] }),
      jobQueue: createTaskQueue({ postgres, logger, ids, kinds: [parseJobTask] }),
      generator: createGeneratorControls(config.aiService),
      identity: {
        hasher: createPasswordHasher({ fillRandom }),
        limits: createLoginLimits(database),
        store: createLoginStore({ database, ids, fillRandom }),
        tokens: createAccessTokens(config.tokenSecrets, clock),
        devices: createDeviceTokens(config.tokenSecrets, { clock, fillRandom }),
        seal: createFactorSeal(config.factors.secrets, fillRandom),
        isFactorRequired: config.factors.isRequiredForSuperAdmins,
        relyingParty: config.relyingParty,
      },
      keys: openKeys(resources, config),
    },
  }
}

function openKeys(resources: ServiceResources, { keyPeppers }: BackendConfig): OperationDeps['keys'] {
  return {
    peppers: keyPeppers,
    announceKeyEnd: createAnnounceKeyEnd(resources),
    announceCompanyChange: createAnnounceCompanyChange(resources),
    readWindow: createReadWindow(resources),
  }
}

function warnOfMissingSettings(config: BackendConfig, logger: ServiceResources['logger']): void {
  if (!config.factors.secrets) logger.warn('authenticator apps cannot be set up: FACTOR_SECRETS is not set')
  if (!config.relyingParty)
    logger.warn('passkeys are unavailable: CONSOLE_URL is not an https URL with a domain')
  if (!config.mailSecrets) logger.warn('invitations are unavailable: MAIL_SECRETS is not set')
}

/** Without EVENT_SECRETS companies cannot register endpoints. */
function openOutgoingEvents({
  outgoingEvents: { secrets, allowedRanges },
}: BackendConfig): OperationDeps['outgoingEvents'] {
  return {
    eventSeal: secrets && createEventSeal({ secrets, fillRandom: randomFillSync }),
    judgeAddress: createJudgeAddress(allowedRanges),
  }
}
