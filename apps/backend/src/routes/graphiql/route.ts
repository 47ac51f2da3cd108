import { type Route, defineRoute } from '@gatehouse/http/define-route'
import type { HostedFile } from '@gatehouse/http/hosted-page'
import { composeGraphiql } from '../../graphiql/compose-graphiql.ts'
import type { RefuseAddress } from '../../limits/open-address-limit.ts'

/** GraphiQL for users who log in. The page itself needs no token: it contains nothing that the schema does not. */
export function graphiqlRoutes(refuseAddress: RefuseAddress): Route[] {
  return composeGraphiql().map((file) => graphiqlRoute(file, refuseAddress))
}

function graphiqlRoute({ path, headers, body }: HostedFile, refuseAddress: RefuseAddress): Route {
  return defineRoute({
    method: 'GET',
    path,
    statuses: [200, 429],
    isQuiet: true,
    async handle(request, reply) {
      const refusal = await refuseAddress(request.context.clientAddress)
      if (refusal) throw refusal
      return reply.headers({ ...headers }).send(body)
    },
  })
}
