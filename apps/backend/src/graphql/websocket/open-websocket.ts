// Subscriptions over a WebSocket, in the graphql-transport-ws protocol. The token comes in the first message, because
// browsers cannot set headers on a WebSocket, or in the header if the client can set one. It is never read from a
// cookie, so a page on another site gains nothing by connecting.
import type { Duplex } from 'node:stream'
import type { Upgrade } from '@gatehouse/http/define-route'
import { parseBearerToken } from '@gatehouse/runtime/bearer-token'
import type { Fault } from '@gatehouse/runtime/fault'
import { type ExecutionArgs, GraphQLError, OperationTypeNode } from 'graphql'
import { type Context, handleProtocols, makeServer } from 'graphql-ws'
import { WebSocketServer } from 'ws'
import { createViewer } from '../access/viewer.ts'
import { formatError } from '../format-error.ts'
import { badRequest } from '../graphql-faults.ts'
import type { Graphql } from '../open-graphql.ts'
import type { LoginCookie, OperationContext } from '../operation-context.ts'
import { type GraphqlRequest, prepareDocument } from '../prepare-document.ts'
import type { RefuseAddress } from '../../limits/open-address-limit.ts'
import { type Link, serveSocket } from './serve-socket.ts'
import { createSocketPlaces } from './socket-places.ts'
import { watchAccess } from './watch-access.ts'

type LinkContext = Context<Record<string, unknown> | undefined, Link>

const subscriptionsPerSocketMax = 10
const messageBytesMax = 100 * 1_024
const initWithinMs = 5_000

const closeCodes = { goingAway: 1001, tryAgainLater: 1013, forbidden: 4403, idInUse: 4409 }

export function openWebSocket(graphql: Graphql, refuseAddress: RefuseAddress): Upgrade {
  const places = createSocketPlaces()
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: messageBytesMax,
    handleProtocols,
    perMessageDeflate: false,
  })
  const server = makeServer<Record<string, unknown> | undefined, Link>({
    connectionInitWaitTimeout: initWithinMs,
    onConnect: (context) => connect(graphql, context),
    async onSubscribe(context, id, payload) {
      const refusal = await refuseMessage(refuseAddress, context.extra)
      return refusal ?? subscribe(graphql, context, { id, ...payload })
    },
    onComplete({ extra }, id) {
      extra.running.delete(id)
      extra.checks.delete(id)
    },
    onError: ({ extra }, ...[, , errors]) => errors.map((error) => formatError(error, extra)),
    onNext: ({ extra }, ...[, , , result]) => ({
      ...(result.data === undefined ? {} : { data: result.data }),
      ...(result.errors && { errors: result.errors.map((error) => formatError(error, extra)) }),
    }),
    onClose: ({ extra }) => extra.stopWatching?.(),
  })

  async function accept(...[request, { socket, head }, context]: Parameters<Upgrade['accept']>) {
    const refusal = await refuseAddress(context.clientAddress)
    if (refusal) return refuseUpgrade(socket, refusal)
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const place = places.enter(context.clientAddress, () => webSocket.terminate())
      webSocket.once('close', place.leave)
      const link: Link = {
        ...context,
        socket: webSocket,
        request,
        place,
        running: new Set(),
        checks: new Map(),
      }
      serveSocket(server, link, graphql.deps.clock)
    })
  }

  return {
    accept: (request, connection, context) =>
      void accept(request, connection, context).catch((error: unknown) => {
        context.logger.error('WebSocket upgrade failed', { error })
        connection.socket.destroy()
      }),
    end() {
      for (const socket of sockets.clients) socket.close(closeCodes.goingAway, 'The server is stopping.')
    },
  }
}

/** Authenticates the socket. False makes the protocol server close it as forbidden. */
async function connect({ deps }: Graphql, { extra: link, connectionParams }: LinkContext): Promise<boolean> {
  const header = connectionParams?.['authorization'] ?? connectionParams?.['Authorization']
  const given = typeof header === 'string' ? header : (link.request.headers.authorization ?? '')
  const token = parseBearerToken(given)
  const claims = token === undefined ? undefined : await deps.identity.tokens.verify(token)
  if (!claims || token === undefined) return false
  if (!link.place.promote(claims.userId)) {
    link.socket.close(closeCodes.tryAgainLater, 'Too many sockets are open.')
    return false
  }
  link.token = token
  link.stopWatching = watchAccess({
    clock: deps.clock,
    expiresAt: claims.expiresAt,
    readViewer: () => createViewer(deps, token),
    checks: () => [...link.checks.values()],
    onLost(why) {
      const reason = { expired: 'The access token has expired.', denied: 'No longer allowed.', unknown: '' }[
        why
      ]
      link.socket.close(why === 'unknown' ? closeCodes.tryAgainLater : closeCodes.forbidden, reason)
    },
  })
  // The socket may have closed while the token was verified, in which case onClose has already run.
  if (link.socket.readyState !== link.socket.OPEN) link.stopWatching()
  return true
}

/** Documents are parsed and validated in one piece, so each of them counts as a request before it is parsed. */
async function refuseMessage(
  refuseAddress: RefuseAddress,
  { socket, clientAddress }: Link,
): Promise<readonly GraphQLError[] | undefined> {
  if (await refuseAddress(clientAddress)) socket.close(closeCodes.tryAgainLater, 'Too many requests.')
  // The peer of a socket that is being closed may go on sending.
  return socket.readyState === socket.OPEN ? undefined : refuse('The socket is being closed.')
}

function subscribe(
  graphql: Graphql,
  { extra: link, subscriptions }: LinkContext,
  { id, ...request }: { id: string } & GraphqlRequest,
): ExecutionArgs | readonly GraphQLError[] {
  if (Object.keys(subscriptions).length > subscriptionsPerSocketMax)
    return refuse(`A socket has at most ${subscriptionsPerSocketMax} subscriptions.`)
  const prepared = prepareDocument(graphql, request, (kind) =>
    kind === OperationTypeNode.SUBSCRIPTION
      ? undefined
      : badRequest('Only subscriptions are accepted over a WebSocket. Send queries and mutations by POST.'),
  )
  if (prepared.kind === 'refused') return prepared.errors
  if (link.running.has(id)) {
    // Completed and not ended yet. When it ends, the protocol server would forget the new subscription, and its check.
    link.socket.close(closeCodes.idInUse, 'The id of the subscription is still in use.')
    return refuse('The id of the subscription is still in use.')
  }
  link.running.add(id)
  const { schema, deps } = graphql
  const { requestId, clientAddress, logger, token } = link
  const contextValue: OperationContext = {
    viewer: createViewer(deps, token),
    deps,
    requestId,
    clientAddress,
    userAgent: undefined,
    logger,
    refreshCookie: noCookie,
    deviceCookie: noCookie,
    onAllowed: (check) => void link.checks.set(id, check),
  }
  return {
    schema,
    document: prepared.document,
    variableValues: request.variables ?? {},
    operationName: request.operationName ?? null,
    contextValue,
  }
}

function refuseUpgrade(socket: Duplex, fault: Fault): void {
  const seconds = Math.max(1, Math.ceil((fault.retryAfterMs ?? 0) / 1_000))
  socket.end(
    `HTTP/1.1 429 Too Many Requests\r\nretry-after: ${seconds}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`,
  )
}

function refuse(message: string): readonly GraphQLError[] {
  return [new GraphQLError('refused', { originalError: badRequest(message) })]
}

const noCookie: LoginCookie = { read: () => undefined, set: () => undefined, clear: () => undefined }
