import { expect, test } from 'vitest'
import { encodeQuery, sha256Hex, signRequest } from './sign-request.ts'

const credentials = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}
const at = new Date('2013-05-24T00:00:00.000Z')

test('the published GET example has the published signature', () => {
  const { authorization } = signRequest(
    {
      method: 'GET',
      path: '/test.txt',
      headers: { host: 'examplebucket.s3.amazonaws.com', range: 'bytes=0-9' },
      bodyHash: sha256Hex(''),
    },
    credentials,
    at,
  )
  expect(authorization).toBe(
    'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,' +
      'SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,' +
      'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  )
})

test('the published PUT example has the published signature', () => {
  const { authorization } = signRequest(
    {
      method: 'PUT',
      path: '/test%24file.text',
      headers: {
        host: 'examplebucket.s3.amazonaws.com',
        date: 'Fri, 24 May 2013 00:00:00 GMT',
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      },
      bodyHash: sha256Hex('Welcome to Amazon S3.'),
    },
    credentials,
    at,
  )
  expect(authorization).toContain('98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd')
})

test('the published example of a listing has the published signature', () => {
  const { authorization } = signRequest(
    {
      method: 'GET',
      path: '/',
      query: encodeQuery({ prefix: 'J', 'max-keys': '2' }),
      headers: { host: 'examplebucket.s3.amazonaws.com' },
      bodyHash: sha256Hex(''),
    },
    credentials,
    at,
  )
  expect(authorization).toContain('34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7')
})

test('every reserved character of a query is encoded', () => {
  expect(encodeQuery({ prefix: "a/b c!'()*", 'list-type': '2' })).toBe(
    'list-type=2&prefix=a%2Fb%20c%21%27%28%29%2A',
  )
})

test('the token of temporary credentials is sent and signed, as botocore 1.43 signs it', () => {
  const headers = signRequest(
    {
      method: 'GET',
      path: '/test.txt',
      headers: { host: 'examplebucket.s3.amazonaws.com' },
      bodyHash: sha256Hex(''),
    },
    { ...credentials, sessionToken: 'a/session+token==' },
    at,
  )
  expect(headers['x-amz-security-token']).toBe('a/session+token==')
  expect(headers['authorization']).toContain(
    'SignedHeaders=host;x-amz-content-sha256;x-amz-date;x-amz-security-token,' +
      'Signature=d3e0309e8aa2f3c7445807852ff2d505e299d3497a4e9ad9f8360e9b6174968a',
  )
})
