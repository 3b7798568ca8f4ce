/** Published servers of other people: which version, the file that starts it on `PORT`, and what is asked of it. */

const json = { accept: 'application/json' };
const imposter =
  '{"port":14545,"protocol":"http","name":"one","stubs":[{"predicates":[{"equals":{"path":"/a"}},{"exists":{"body":true}},{"or":[{"contains":{"body":"q"}},{"not":{"matches":{"body":"^x"}}}]}],"responses":[{"is":{"statusCode":201,"body":"made"}}]}]}';

const signed = (op) => ({
  'x-amz-target': `DynamoDB_20120810.${op}`,
  'content-type': 'application/x-amz-json-1.0',
  authorization:
    'AWS4-HMAC-SHA256 Credential=k/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=abc',
  'x-amz-date': '20260101T000000Z',
});
const call = (op, body) => ({ request: `POST / ${JSON.stringify(body)}`, headers: signed(op) });
const table = 'Music';

export const servers = [
  {
    name: 's3rver',
    version: '3.7.1',

    start: `'use strict';
const path = require('path');
const S3rver = require('./lib/s3rver');
const server = new S3rver({ port: Number(process.env.PORT || 4568), address: '127.0.0.1', silent: true, directory: path.join(__dirname, 'store'), configureBuckets: [{ name: 'photos' }, { name: 'site', configs: ['<WebsiteConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IndexDocument><Suffix>index.html</Suffix></IndexDocument></WebsiteConfiguration>'] }], allowMismatchedSignatures: true });
server.run().catch((error) => { console.error(error); process.exit(1); });
`,
    checks: [
      'GET /',
      'HEAD /photos',
      'GET /photos',
      'PUT /photos/a.txt hello there',
      'GET /photos/a.txt',
      'HEAD /photos/a.txt',
      'GET /photos?list-type=2',
      'GET /photos?prefix=a&delimiter=/&max-keys=1',
      'PUT /photos/dir/b.txt {"x":1}',
      'GET /photos?delimiter=/',
      'GET /photos/dir/b.txt?response-content-type=text/plain',
      'GET /photos/none',
      'GET /nobucket',
      'PUT /newbucket',
      'GET /newbucket?location',
      'DELETE /newbucket',
      'DELETE /photos/a.txt',
      'GET /photos/a.txt',
      'POST /photos?delete <Delete><Object><Key>dir/b.txt</Key></Object></Delete>',
      'GET /photos',
      'POST /photos/multi.bin?uploads',
      'GET /photos?acl',
      'GET /photos?uploads',
      'PUT /Bad_Bucket',
      'GET /site/',
      'PUT /site/index.html home',
      'GET /site',
      'GET /photos?versions',
      'GET /photos?tagging',
      'GET /photos/a.txt?tagging',
      'PUT /photos?website <WebsiteConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IndexDocument><Suffix>i.html</Suffix></IndexDocument></WebsiteConfiguration>',
      'GET /photos?website',
      'DELETE /photos?website',
      'GET /photos?website',
      'PUT /photos?cors <CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod></CORSRule></CORSConfiguration>',
      'GET /photos?cors',
      'OPTIONS /photos/a.txt',
      { request: 'PUT /photos/copy.txt', headers: { 'x-amz-copy-source': '/photos/dir/b.txt' } },
      { request: 'GET /photos/dir/b.txt', headers: { range: 'bytes=0-3' } },
    ],
  },
  {
    name: 'mountebank',
    version: '2.9.1',

    start: `'use strict';
const mb = require('./src/mountebank');
mb.createApp({ port: Number(process.env.PORT || 2525), host: '127.0.0.1', nologfile: true, log: { level: 'error', transports: {} }, loglevel: 'error', ipWhitelist: ['*'], allowInjection: false }).then((app) => {
  app.listen(Number(process.env.PORT || 2525), '127.0.0.1');
});
`,
    checks: [
      'GET /',
      'GET /imposters',
      'POST /imposters ' + imposter,
      'GET /imposters',
      'GET /imposters/14545',
      'GET /imposters?replayable=true',
      'POST /imposters/14545/stubs {"stub":{"responses":[{"is":{"body":"x"}}]}}',
      'PUT /imposters/14545/stubs/0 {"responses":[{"is":{"body":"y"}}]}',
      'PUT /imposters/14545/stubs {"stubs":[{"responses":[{"is":{"body":"z"}}]}]}',
      'DELETE /imposters/14545/stubs/0',
      'DELETE /imposters/14545/savedRequests',
      'DELETE /imposters/14545/savedProxyResponses',
      'GET /imposters/14545',
      'GET /imposters/1',
      'POST /imposters {"protocol":"none"}',
      'POST /imposters {"port":',
      'POST /imposters {"port":14546,"protocol":"tcp","stubs":[{"responses":[{"is":{"data":"x"}}]}]}',
      'GET /imposters/14546',
      'POST /imposters {"port":14547,"protocol":"http","stubs":[{"responses":[]},{"predicates":[{"bad":{}}]}]}',
      'DELETE /imposters/14545',
      'DELETE /imposters',
      'GET /logs',
      'GET /feed',
      'GET /nowhere',
    ].map((request) => ({ request, headers: json })),
  },
  {
    name: 'dynalite',
    version: '4.0.0',

    start: `'use strict'
var dynalite = require('./index')
dynalite({ createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 }).listen(Number(process.env.PORT || 4567), '127.0.0.1')
`,
    checks: [
      { request: 'GET /' },
      call('ListTables', {}),
      call('CreateTable', {
        TableName: table,
        AttributeDefinitions: [
          { AttributeName: 'a', AttributeType: 'S' },
          { AttributeName: 'n', AttributeType: 'N' },
        ],
        KeySchema: [
          { AttributeName: 'a', KeyType: 'HASH' },
          { AttributeName: 'n', KeyType: 'RANGE' },
        ],
        ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 },
      }),
      call('DescribeTable', { TableName: table }),
      call('ListTables', {}),
      call('PutItem', {
        TableName: table,
        Item: { a: { S: 'x' }, n: { N: '1' }, v: { L: [{ S: 'q' }, { BOOL: true }] } },
      }),
      call('PutItem', {
        TableName: table,
        Item: { a: { S: 'x' }, n: { N: '2' }, v: { M: { k: { N: '3' } } } },
        ReturnValues: 'ALL_OLD',
      }),
      call('GetItem', { TableName: table, Key: { a: { S: 'x' }, n: { N: '1' } } }),
      call('GetItem', { TableName: table, Key: { a: { S: 'x' } } }),
      call('UpdateItem', {
        TableName: table,
        Key: { a: { S: 'x' }, n: { N: '1' } },
        UpdateExpression: 'SET c = if_not_exists(c, :z) + :o REMOVE v',
        ExpressionAttributeValues: { ':z': { N: '0' }, ':o': { N: '1' } },
        ReturnValues: 'ALL_NEW',
      }),
      call('Query', {
        TableName: table,
        KeyConditionExpression: 'a = :a AND n > :n',
        ExpressionAttributeValues: { ':a': { S: 'x' }, ':n': { N: '0' } },
        ScanIndexForward: false,
      }),
      call('Query', {
        TableName: table,
        KeyConditions: { a: { ComparisonOperator: 'EQ', AttributeValueList: [{ S: 'x' }] } },
        Limit: 1,
      }),
      call('Scan', {
        TableName: table,
        FilterExpression: 'attribute_exists(c) OR contains(a, :q)',
        ExpressionAttributeValues: { ':q': { S: 'x' } },
      }),
      call('Scan', { TableName: table, Select: 'COUNT' }),
      call('BatchGetItem', {
        RequestItems: {
          [table]: {
            Keys: [
              { a: { S: 'x' }, n: { N: '1' } },
              { a: { S: 'x' }, n: { N: '2' } },
            ],
          },
        },
      }),
      call('BatchWriteItem', {
        RequestItems: {
          [table]: [
            { PutRequest: { Item: { a: { S: 'y' }, n: { N: '9' } } } },
            { DeleteRequest: { Key: { a: { S: 'x' }, n: { N: '2' } } } },
          ],
        },
      }),
      call('DeleteItem', { TableName: table, Key: { a: { S: 'y' }, n: { N: '9' } }, ReturnValues: 'ALL_OLD' }),
      call('UpdateTable', { TableName: table, ProvisionedThroughput: { ReadCapacityUnits: 2, WriteCapacityUnits: 2 } }),
      call('PutItem', { TableName: 'None', Item: { a: { S: 'x' } } }),
      call('PutItem', { TableName: table, Item: { a: { N: 'x' } } }),
      call('NoSuch', {}),
      call('DescribeTimeToLive', { TableName: table }),
      call('DeleteTable', { TableName: table }),
      { request: 'PUT /', headers: {} },
      { request: 'POST / {"a":', headers: signed('ListTables') },
    ],
  },
  {
    name: 'json-server',
    version: '0.17.4',
    drop: ['public'],
    start: `'use strict';
const jsonServer = require('./lib/server');
const server = jsonServer.create();
const router = jsonServer.router({ posts: [{ id: 1, title: 'json', author: 'typi', views: 10 }, { id: 2, title: 'b', author: 'al', views: 20 }, { id: 3, title: 'c', author: 'al', views: 5 }], comments: [{ id: 1, body: 'some', postId: 1 }, { id: 2, body: 'other', postId: 2 }], profile: { name: 'typi' } });
server.use(jsonServer.defaults({ logger: false, static: __dirname }));
server.use(jsonServer.rewriter({ '/api/*': '/$1' }));
server.use(jsonServer.bodyParser);
server.use(router);
server.listen(Number(process.env.PORT || 3000), '127.0.0.1');
`,
    checks: [
      'GET /posts',
      'GET /posts/1',
      'GET /posts/99',
      'GET /posts?author=al',
      'GET /posts?_sort=views&_order=desc',
      'GET /posts?_page=1&_limit=2',
      'GET /posts?_start=1&_end=2',
      'GET /posts?views_gte=10',
      'GET /posts?title_like=j',
      'GET /posts?q=typi',
      'GET /posts?_embed=comments',
      'GET /comments?_expand=post',
      'GET /posts/1/comments',
      'GET /comments/1?_expand=post',
      'GET /posts/1?_embed=comments',
      'GET /profile',
      'GET /db',
      'GET /api/posts',
      'GET /nowhere',
      'POST /posts {"title":"new","author":"zo"}',
      'POST /posts/1/comments {"body":"x"}',
      'PUT /posts/2 {"title":"put"}',
      'PATCH /posts/3 {"views":6}',
      'PUT /profile {"name":"z"}',
      'PATCH /profile {"age":3}',
      'DELETE /posts/1',
      'DELETE /posts/77',
      'GET /comments',
      'POST /posts {"title":',
      'GET /package.json',
      'GET /posts?id=2&id=3',
      'GET /posts?title_ne=json',
    ],
  },
  {
    name: 'stubby',
    version: '5.1.1',
    drop: ['man'],
    start: `'use strict';
const { Stubby } = require('./src/main');
const port = Number(process.env.PORT || 8882);
new Stubby().start({ location: '127.0.0.1', admin: port, stubs: 0, tls: 0, quiet: true, data: [{ request: { url: '/hello', method: 'GET' }, response: { status: 200, body: 'hi' } }, { request: { url: '^/users/(\\\\d+)$', method: ['GET', 'POST'], query: { a: 'b' } }, response: [{ status: 200, body: 'user <% url[1] %>' }] }] }, (error) => { if (error) throw error; });
`,
    checks: [
      'GET /',
      'GET /1',
      'GET /99',
      'POST / {"request":{"url":"/new","method":"POST","post":"x"},"response":{"status":201,"body":"made","headers":{"x-a":"b"}}}',
      'GET /',
      'PUT /1 {"request":{"url":"/hello2"},"response":{"status":204}}',
      'GET /1',
      'GET /ping',
      'GET /status',
      'DELETE /1',
      'GET /1',
      'POST / {"request":{"method":"BAD"}}',
      'POST / {"a":',
      'PUT /99 {"request":{"url":"/x"}}',
      'GET /nowhere/at/all',
      'POST / [{"request":{"url":"/l1"},"response":[{"status":200},{"status":500}]},{"request":{"url":"/l2","query":{"a":"1"}},"response":{"latency":10}}]',
      'GET /',
      'POST / {"response":{}}',
      'DELETE /42',
      'OPTIONS /',
    ],
  },
  {
    name: 'drakov',
    version: '2.0.1',
    keep: [['test/example/md', 'specs']],
    drop: ['Gruntfile.js'],
    start: `'use strict';
const drakov = require('./lib/drakov');
drakov.run({ sourceFiles: 'specs/*.md', serverPort: Number(process.env.PORT || 3000), stealthmode: true, discover: true, autoOptions: true, public: false }, () => {});
`,
    checks: [
      'GET /drakov',
      'GET /api/things',
      'GET /api/things/1111',
      'GET /api/things/none',
      'POST /api/things/1111 {"text":"Hyperspeed jet","imageUrl":"http://example.com/a.jpg"}',
      'POST /api/things/1111 {"a":1}',
      'GET /things',
      'GET /nowhere',
      'GET /api/query',
      'GET /api/query?param1=1',
      'GET /api/query?param1=12345&param2=67890',
      'GET /api/headers',
      'GET /',
      'POST /api/multiple {"a":1}',
      'OPTIONS /api/things',
      'GET /api/simple',
      'GET /api/static-versus-parametrized',
      'GET /static-versus-parametrized/static',
      'PUT /api/things/1111 {"text":"x","imageUrl":"y"}',
      'GET /api/headers',
      { request: 'GET /api/headers', headers: { accept: 'application/json' } },
    ],
  },
];
