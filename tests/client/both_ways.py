"""The blocking and the asynchronous API under one name, to test them alike."""

from __future__ import annotations

import asyncio

from kraft_core.client import AsyncClient, Client, Settings, tail, tail_async
from kraft_core.client.asynchronous import AsyncDriver
from kraft_core.client.blocking import BlockingDriver

HASTY = Settings(api_timeout_s=0.3)
"""For what fails at once, again and again."""

DEAF = Settings(request_timeout_s=0.2)
"""For who never gets an answer."""


class Blocking:
    """The blocking API."""

    @staticmethod
    def tail(*arguments, **options):
        return [change.name for change in tail(*arguments, **options)]

    @staticmethod
    def ask(address, method, *arguments, tls=None, settings=None, **options):
        with Client(address, tls=tls, settings=settings) as client:
            return getattr(client, method)(*arguments, **options)

    @staticmethod
    def run(operation):
        driver = BlockingDriver()
        try:
            return driver.run(operation)
        finally:
            driver.close()


class Asynchronous:
    """The asynchronous API, under the same names."""

    @staticmethod
    def tail(*arguments, **options):
        async def collect():
            return [change.name async for change in tail_async(*arguments, **options)]

        return asyncio.run(collect())

    @staticmethod
    def ask(address, method, *arguments, tls=None, settings=None, **options):
        async def ask():
            async with AsyncClient(address, tls=tls, settings=settings) as client:
                return await getattr(client, method)(*arguments, **options)

        return asyncio.run(ask())

    @staticmethod
    def run(operation):
        async def drive():
            driver = AsyncDriver()
            try:
                return await driver.run(operation)
            finally:
                driver.close()

        return asyncio.run(drive())


BOTH = (Blocking, Asynchronous)
