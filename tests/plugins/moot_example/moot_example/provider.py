"""A provider of one's own: models behind the gateway of the house, over an HTTP client of the house."""

import httpx2
from langchain_core.language_models import BaseChatModel
from langchain_openai import ChatOpenAI
from pydantic import SecretStr

from moot.models import Settings

client = httpx2.AsyncClient(headers={"x-gateway": "house"})


def open_house_model(name: str, settings: Settings) -> BaseChatModel:
    """Open a model of the house; moot streams its answers through this client."""
    return ChatOpenAI(
        model_name=f"house/{name}",
        openai_api_base=settings.base_url,
        openai_api_key=SecretStr("house-key"),
        http_async_client=client,
    )
