import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { isRecord } from '#domain/json'

/** The SDK's own client, as an assistant would use it. */
export async function connectMcp(url: string, token: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/api/v1/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  })
  // Its optional members are not declared as the interface declares them.
  await client.connect(transport as Parameters<Client['connect']>[0])
  return client
}

export type ToolAnswer = { isError: boolean; code: unknown; text: string; data: Record<string, unknown> }

export async function callTool(client: Client, name: string, args: object = {}): Promise<ToolAnswer> {
  const answer = await client.callTool({ name, arguments: { ...args } })
  const [first] = Array.isArray(answer.content) ? (answer.content as { text?: string }[]) : []
  const { structuredContent: data, _meta: meta } = answer
  return {
    isError: answer.isError === true,
    code: meta?.code,
    text: first?.text ?? '',
    data: isRecord(data) ? data : {},
  }
}

/** A POST as a program without a client makes it. */
export const postMcp = (
  url: string,
  token: string | undefined,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(`${url}/api/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
