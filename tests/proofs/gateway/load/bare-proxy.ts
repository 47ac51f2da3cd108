// The minimum that a proxy in Node can do: node:http in front, undici's dispatch behind, bytes piped through
// unexamined.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Agent } from 'undici'

const provider = new URL(process.argv[2] ?? '')
const agent = new Agent({ pipelining: 1 })

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    agent.dispatch(
      {
        origin: provider.origin,
        path: `${provider.pathname}/chat/completions`,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: Buffer.concat(chunks),
      },
      {
        onRequestStart: () => undefined,
        onResponseStart(_controller, status, headers) {
          response.writeHead(status, {
            'content-type': String(headers['content-type']),
            ...(headers['content-length'] && { 'content-length': String(headers['content-length']) }),
          })
        },
        onResponseData(controller, chunk) {
          if (response.write(chunk)) return
          controller.pause()
          response.once('drain', () => controller.resume())
        },
        onResponseEnd: () => void response.end(),
        onResponseError: () => void response.destroy(),
      },
    )
  })
})
server.listen(0, '127.0.0.1', 4_096, () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())
