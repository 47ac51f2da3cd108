/** The receiver of docs/api/events.md, as a program that runs. */
export const receiverExample = `import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.ENDPOINT_SECRET) // whsec_…

createServer(async (request, response) => {
  const body = await buffer(request) // the bytes as they arrived
  try {
    const event = webhook.verify(body, request.headers)
    console.log(request.headers['webhook-id'], event.type, event.data)
    response.writeHead(204).end()
  } catch {
    response.writeHead(400).end()
  }
}).listen(process.env.PORT)`
