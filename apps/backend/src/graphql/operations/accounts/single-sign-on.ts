import {
  type ShownConnection,
  readConnection,
  removeConnection,
  setConnection,
  setEnforced,
} from '@gatehouse/identity/sso-connection'
import {
  type ListedDomain,
  claimDomain,
  confirmDomain,
  listDomains,
  releaseDomain,
} from '@gatehouse/identity/sso-domains'
import type { OperationDeps } from '../../operation-context.ts'
import { type Operation, defineMutation, defineQuery } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { defineObject, field, listOf, optional, shapes } from '../../schema/shape.ts'
import { auditActor } from '../audit.ts'

const domainType = defineObject<ListedDomain>(
  'SingleSignOnDomain',
  'A domain of e-mail addresses that the company has claimed. It has an effect once a super admin has confirmed it.',
  {
    domain: field(shapes.string, (domain) => domain.domain),
    claimedAt: field(shapes.time, (domain) => domain.claimedAt),
    confirmedAt: field(optional(shapes.time), (domain) => domain.confirmedAt),
  },
)

const providerType = defineObject<ShownConnection>(
  'SingleSignOnProvider',
  'The OpenID provider of a company. The client secret is never returned.',
  {
    issuer: field(shapes.string, (provider) => provider.issuer),
    clientId: field(shapes.string, (provider) => provider.clientId),
    createdAt: field(shapes.time, (provider) => provider.createdAt),
    updatedAt: field(shapes.time, (provider) => provider.updatedAt),
  },
)

type SingleSignOn = {
  redirectUri: string
  provider: ShownConnection | null
  domains: readonly ListedDomain[]
}

const singleSignOnType = defineObject<SingleSignOn>(
  'SingleSignOn',
  'How users of the company log in through its own OpenID provider. Register redirectUri at the provider. If isEnforced, members ' +
    'whose address belongs to a confirmed domain cannot log in with a password; super admins still can.',
  {
    redirectUri: field(shapes.string, (settings) => settings.redirectUri),
    isEnforced: field(shapes.boolean, ({ provider }) => provider?.isEnforced ?? false),
    provider: field(optional(providerType), (settings) => settings.provider),
    domains: field(listOf(domainType), (settings) => settings.domains),
  },
)

const domainInputs = { companyId: inputs.id, domain: inputs.string }

export const singleSignOnOperations: readonly Operation[] = [
  defineQuery({
    name: 'singleSignOn',
    description: 'The single sign-on of the company. provider is null until it is set.',
    inputs: { companyId: inputs.id },
    returns: singleSignOnType,
    cost: 20,
    resolve: ({ deps }, { companyId }) => show(deps, companyId),
  }),
  defineMutation({
    name: 'setSingleSignOn',
    description:
      'Sets the OpenID provider of the company. It must support discovery, the authorization code flow and PKCE. Another issuer or ' +
      'client ends the enforcement.',
    inputs: {
      companyId: inputs.id,
      issuer: inputs.string,
      clientId: inputs.string,
      clientSecret: inputs.secret,
    },
    returns: singleSignOnType,
    cost: 50,
    needsRecentLogin: true,
    async resolve(context, given) {
      const { database, ids, sso } = context.deps
      const deps = { database, ids, judgeAddress: sso.judgeAddress, seal: sso.requireSeal() }
      await setConnection(deps, given, await auditActor(context))
      return show(context.deps, given.companyId)
    },
  }),
  defineMutation({
    name: 'enforceSingleSignOn',
    description:
      'Refuses passwords of members whose address belongs to a confirmed domain, or accepts them again. Before it can be enforced, ' +
      'someone must have logged in through the provider. Open sessions continue.',
    inputs: { companyId: inputs.id, isEnforced: inputs.boolean },
    returns: singleSignOnType,
    cost: 50,
    needsRecentLogin: true,
    async resolve(context, given) {
      await setEnforced(context.deps, given, await auditActor(context))
      return show(context.deps, given.companyId)
    },
  }),
  defineMutation({
    name: 'removeSingleSignOn',
    description: 'Removes the OpenID provider of the company and ends the enforcement. The domains stay.',
    inputs: { companyId: inputs.id },
    returns: singleSignOnType,
    cost: 50,
    needsRecentLogin: true,
    async resolve(context, { companyId }) {
      await removeConnection(context.deps, companyId, await auditActor(context))
      return show(context.deps, companyId)
    },
  }),
  defineMutation({
    name: 'claimSingleSignOnDomain',
    description: 'Claims a domain of e-mail addresses for the company. A super admin has to confirm it.',
    inputs: domainInputs,
    returns: singleSignOnType,
    cost: 50,
    async resolve(context, given) {
      await claimDomain(context.deps, given, await auditActor(context))
      return show(context.deps, given.companyId)
    },
  }),
  defineMutation({
    name: 'confirmSingleSignOnDomain',
    description:
      'Confirms that a claimed domain belongs to the company. From then on the provider of the company decides who logs in to the ' +
      'accounts with addresses of this domain, so check first that the company owns it. A domain can be confirmed for one company only.',
    inputs: domainInputs,
    returns: singleSignOnType,
    cost: 50,
    needsRecentLogin: true,
    async resolve(context, given) {
      await confirmDomain(context.deps, given, await auditActor(context))
      return show(context.deps, given.companyId)
    },
  }),
  defineMutation({
    name: 'releaseSingleSignOnDomain',
    description:
      'Gives up a domain. Its users cannot log in through the provider any more, but with their passwords.',
    inputs: domainInputs,
    returns: singleSignOnType,
    cost: 50,
    async resolve(context, given) {
      await releaseDomain(context.deps, given, await auditActor(context))
      return show(context.deps, given.companyId)
    },
  }),
]

async function show({ database, sso }: OperationDeps, companyId: string): Promise<SingleSignOn> {
  const provider = await readConnection(database, companyId)
  return {
    redirectUri: sso.redirectUri(companyId),
    provider: provider ?? null,
    domains: await listDomains(database, companyId),
  }
}
