import { answer, answerList, callsOf, publicCallsOf } from '../../trpc/call.ts'
import { router } from '../../trpc/init.ts'
import { idInput } from '../../trpc/inputs.ts'
import { createLink } from './create-link.service.ts'
import { createInput, deleteInput, link, links, updateInput } from './link.ts'
import { publicLinkBySlug, publicLinkOutput, slugInput } from './public-link.ts'
import { listLinks, deleteLink, updateLink } from './link.service.ts'

const publicCall = publicCallsOf('Public form', [400, 503])
const call = callsOf('Links')

export const linkRouter = router({
  getBySlug: publicCall(
    'GET /generated-link/get/slug/{slug}',
    'What a link opens: the company, its texts and the fields it asks for',
    slugInput,
    publicLinkOutput,
  ).query(answer((services, _by, input) => publicLinkBySlug(services, input.slug))),

  list: call(
    'link.list',
    'GET /generated-link/get',
    'Links, newest first; closed ones where the filter asks for them',
    links.listInput,
    link.many,
  ).query(answerList('links', listLinks)),

  get: call('link.list', 'GET /generated-link/get/{id}', 'One link', idInput, link.one).query(
    answer(links.get),
  ),

  create: call(
    'link.create',
    'POST /generated-link/create',
    "A user's link to a company's form: the open one they have, else a new one",
    createInput,
    link.one,
    { description: 'With an `externalId`: the open one that has it, else a new one' },
  ).mutation(answer(createLink)),

  update: call(
    'link.update',
    'PUT /generated-link/update/{id}',
    'Change a link: its name, the team that gets its submissions, whether devices are shared',
    updateInput,
    link.one,
    { errors: [404, 409] },
  ).mutation(answer(updateLink)),

  delete: call(
    'link.delete',
    'DELETE /generated-link/delete/{id}',
    'Close a link: it begins no application any more, and what was begun may still be sent',
    deleteInput,
    link.one,
    { errors: [404, 409] },
  ).mutation(answer(deleteLink)),
})
