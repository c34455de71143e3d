import { address } from '#lib/address.ts';

/**
 * Where the fee configurations 0 to 31 of the program stand, by index: derived from the seeds `amm_config` and the index as
 * big-endian u16. Not all of them exist.
 */
export const CONFIGURATIONS = [
  '4BLNHtVe942GSs4teSZqGX24xwKNkqU7bGgNn3iUiUpw',
  'E64NGkDLLCdQ2yFNPcavaKptrEgmiQaNykUuLC1Qgwyp',
  'HfERMT5DRA6C1TAqecrJQFpmkf3wsWTMncqnj3RDg5aw',
  'A1BBtTYJd4i3xU8D6Tc2FzU6ZN4oXZWXKZnCxwbHXr8x',
  '9iFER3bpjf1PTTCQCfTRu17EJgvsxo9pVyA9QWwEuX4x',
  '3XCQJQryqpDvvZBfGxR7CLAw5dpGJ9aa7kt1jRLdyxuZ',
  'EdPxg8QaeFSrTYqdWJn6Kezwy9McWncTYueD9eMGCuzR',
  '9EeWRCL8CJnikDFCDzG8rtmBs5KQR1jEYKCR5rRZ2NEi',
  '3h2e43PunVA5K34vwKCLHWhZF4aZpyaC9RmxvshGAQpL',
  'Gex2NJRS3jVLPfbzSFM5d5DRsNoL5ynnwT1TXoDEhanz',
  'DrdecJVzkaRsf1TQu1g7iFncaokikVTHqpzPjenjRySY',
  'J8u7HvA1g1p2CdhBFdsnTxDzGkekRpdw4GrL9MKU2D3U',
  'RPxHtdN5V7ajwkoG6NnwSBAeaX5k9giY37dpp98xTjD',
  '9WjDVMHWCirG9jkchbetHTnSzdXbAPnD9bsoGRcz1xUw',
  'FMrUDGjEe1izXPbn8SZPNjMfB5JvvhVq5ymmpZDebB5R',
  'Y6YhgJbt9FRk3JVjwdZtsioVCJwCKhy1hum8HMDYyB1',
  '47Nq74YtwjVeTQF6KFKRKU4cY1Vd5AXBHpYRkubkDLZi',
  'DQeN7dZyQvXKT7YwmgqyuC7AYFkwMoP7RwtucsDEdfYZ',
  'CDpiwv9eLsRvvuzZEJ8CBtK14wdvkSnkub4vmGtzzdK8',
  '6tBc3ABLaYTTWu94DiRD5PWi92HML34UpAQ8pPTYgudw',
  'HH4gP3a2edTL8hwTcN5qjxkPbGKNpKSHkCbmWpzH5HTT',
  '4ry6BAkPz9Eum8MEub98bQR1bJRwAdfuTdSWwo58D39x',
  '8UBcf735UuY1k3KMMwwxnTyuGNykQizt91bm5U9xmdHP',
  'DCwvBTJ5p9FBPnEeLkbGbwKWpm1x5WWXymM9kd9LTJJM',
  'FtMkSsjmvU1WrActkBfXc72CkorN5F1ttnLCBYEmYugi',
  'GcCX6PFiXqQAQoT3B4FsMso67ZH8H4LqQcb1oPX1bLAu',
  '5twhVsKGrRyq5V1xPPovsiSwdGsABcYCkmNM87v7BfZK',
  'FenEyyoBKFXj1z5uKDpZGmgTj4EvaWPubzRt3eoK79JM',
  'BdeUL2CM7cbfwhcq1udLjoRJQQMJFUtD3FPG5fUdZSTm',
  'BXHWALaiDbDpjojfpTJmPfbCzmJE3dvNxgvT4uYtJvLz',
  'HR7yrHmaov7f7RNZjrXnNX5zvqpQmbNxRtmcRrS4z6ZF',
  '8ZwBocXHkPTsWc2B9d2AC5Rktsm426Y22x63z1EaB5Ca',
].map(address);
