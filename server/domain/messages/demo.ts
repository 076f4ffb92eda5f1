export const demoMessages = {
  fill: 'Fill with examples',
  help: 'Makes the company Example Funding with 60 made-up applications. Nobody is mailed.',
  filling: 'Making the examples…',
  failed: 'The examples could not be made.',
  done: 'The company Example Funding is there, with 60 applications.',
  notAlone: 'Examples can be made only while there is no other company.',
  present: 'The examples are there already: the company Example Funding.',
  question: 'Which funders do you pay today, and how much?',
}
