import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { readBody } from './read-body.ts'

test('the body of a client that has left already is not waited for', async () => {
  const request = new IncomingMessage(new Socket())
  request.destroy()
  await expect(readBody(request, 10)).rejects.toMatchObject({ code: 'http.client_gone' })
})
